import { HousePizza } from "../../products/picture/HousePizza";
import { ButtonLink } from "../../ui/Button";
import evening from "../../ui/Evening.module.css";
import styles from "./OwnPizza.module.css";
import { HOME } from "./texts";

/** What stands in the carousel's place while the editors have nothing to show (CT-17). */
export function OwnPizza() {
  return (
    <section className={`${evening["ground"]} ${styles["banner"]}`}>
      <div className={`${evening["words"]} ${styles["words"]}`}>
        <h2 className={evening["title"]}>{HOME.ownPizza}</h2>
        <p className={evening["text"]}>{HOME.ownPizzaText}</p>
        <ButtonLink look="line" to="/menu/perfetta">
          {HOME.ownPizzaGo}
        </ButtonLink>
      </div>
      <HousePizza name="garden" />
    </section>
  );
}
