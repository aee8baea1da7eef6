import { Link } from "react-router";
import { ProductImage } from "../../products/picture/ProductImage";
import { categorySectionsOf } from "../../products/sections";
import { useMenu } from "../../shop/catalog/useCatalog";
import styles from "./Categories.module.css";
import { HOME } from "./texts";

/** As many as stand in two rows of a phone. */
const SHAPES = [1, 2, 3, 4, 5, 6];

/** The menu's categories, each under an arch (look 6). */
export function Categories() {
  const { data, isError } = useMenu();
  const categories = data && categorySectionsOf(data);
  if (isError && !categories) return null;
  return (
    <section className={styles["categories"]} aria-labelledby="mita">
      <h2 id="mita">{HOME.categories}</h2>
      {categories ? (
        <ul className={styles["arches"]}>
          {categories.map(({ id, anchor, title, face }) => (
            <li key={id}>
              <Link to={`/menu#${anchor}`}>
                <span className={styles["arch"]}>{face && <ProductImage product={face} size={132} />}</span>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles["arches"]} aria-hidden="true">
          {SHAPES.map((shape) => (
            <span key={shape} className={styles["shape"]} />
          ))}
        </div>
      )}
    </section>
  );
}
