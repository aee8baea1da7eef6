import { PageFrame } from "../../ui/PageFrame";
import { Pizza } from "../../art/food/Pizza";
import type { Recipe } from "../../art/food/recipe";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./HomePage.module.css";
import { RunningOrders } from "./RunningOrders";
import { HOME } from "./texts";
import { useIsDemo } from "./useDemoOrders";

const MARGHERITA: Recipe = {
  sauce: "tomato",
  cheese: "dairy",
  toppings: { mozzarella: 1, cherryTomato: 1, basil: 1 },
};
const REINDEER: Recipe = {
  sauce: "cream",
  cheese: "dairy",
  toppings: { reindeer: 1, redOnion: 1, lingonberry: 1, rocket: 1 },
};

/** `/`: the front door. In the demo, the city's running orders stand under it. */
export function Component() {
  usePageTitle(HOME.title);
  const demo = useIsDemo();
  const isKnown = demo !== "pending";
  return (
    <PageFrame>
      <section className={styles["door"]}>
        <div className={styles["words"]}>
          <h1>{HOME.title}</h1>
          <p>{HOME.lead}</p>
        </div>
        <svg className={styles["large"]} viewBox="-106 -106 214 218" aria-hidden="true">
          <Pizza recipe={MARGHERITA} seed={12} />
        </svg>
        <svg className={styles["small"]} viewBox="-106 -106 214 218" aria-hidden="true">
          <Pizza recipe={REINDEER} seed={23} />
        </svg>
      </section>
      {demo === true && <RunningOrders />}
      {isKnown ? <HowItWorks /> : <div className={styles["pending"]} />}
    </PageFrame>
  );
}

function HowItWorks() {
  return (
    <section className={styles["how"]} aria-labelledby="nain">
      <h2 id="nain">{HOME.how}</h2>
      <ol>
        {HOME.steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
