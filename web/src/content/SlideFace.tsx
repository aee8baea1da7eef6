import { ProductImage } from "../products/picture/ProductImage";
import { useMenu } from "../shop/catalog/useCatalog";
import evening from "../ui/Evening.module.css";
import type { Slide } from "./homepage";
import styles from "./SlideFace.module.css";

/** A slide in the editors' words, with the product that it is of; one that is not sold leaves the words alone. */
export function SlideFace({ slide: { title, text, label, productId } }: { slide: Slide }) {
  const { data } = useMenu();
  const product = data?.categories
    .flatMap((category) => category.products)
    .find((one) => one.productId === productId);
  return (
    <span className={`${evening["ground"]} ${styles["face"]}`}>
      <span className={`${evening["words"]} ${styles["words"]}`}>
        <b className={`${evening["title"]} ${styles["title"]}`}>{title}</b>{" "}
        {text !== "" && <span className={evening["text"]}>{text}</span>}{" "}
        {label !== "" && <span className={styles["go"]}>{label}</span>}
      </span>
      <span className={styles["picture"]}>{product && <ProductImage product={product} size={440} />}</span>
    </span>
  );
}
