import { useId } from "react";
import { Link } from "react-router";
import { ProductImage } from "../products/picture/ProductImage";
import { productPath } from "../products/productPath";
import { useMenu } from "../shop/catalog/useCatalog";
import { Price } from "../ui/Price";
import styles from "./ProductPicks.module.css";
import { CONTENT } from "./texts";

/** Products that the editors picked; what the menu does not have is left out. */
export function ProductPicks({ title, ids }: { title: string; ids: readonly string[] }) {
  const id = useId();
  const { data } = useMenu();
  const products = data?.categories.flatMap((category) => category.products) ?? [];
  const picked = ids.flatMap((pick) => products.find(({ productId }) => productId === pick) ?? []);
  if (data && picked.length === 0) return null;
  const list = (
    <ul className={styles["picks"]}>
      {picked.map((product) => (
        <li key={product.productId}>
          <Link to={productPath(product.slug)} className={styles["pick"]}>
            <span className={styles["plate"]}>
              <ProductImage product={product} size={140} />
            </span>
            <b>{product.name}</b>
            <span className="whole">
              {product.productSizes.length > 1 && `${CONTENT.from} `}
              <Price
                amount={Math.min(...product.productSizes.map(({ calculatedPrice }) => calculatedPrice))}
              />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
  if (title === "") return list;
  return (
    <section aria-labelledby={id} className={styles["titled"]}>
      <h2 id={id}>{title}</h2>
      {list}
    </section>
  );
}
