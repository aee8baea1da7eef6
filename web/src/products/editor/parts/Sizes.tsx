import { memo } from "react";
import type { ProductView } from "../../../api/wire";
import { euros } from "../../../lib/money";
import { EDITOR } from "../texts";
import styles from "./Sizes.module.css";

interface SizesProps {
  sizes: ProductView["productSizes"];
  /** The chosen one. */
  sizeId: string;
  onChange: (sizeId: string) => void;
}

/** The sizes as plates with their price, by price; not shown where there is one alone (PD-01). */
export const Sizes = memo(function Sizes({ sizes, sizeId, onChange }: SizesProps) {
  if (sizes.length < 2) return null;
  return (
    <section>
      <h2 id="koko">{EDITOR.size}</h2>
      <fieldset className={styles["sizes"]} role="radiogroup" aria-labelledby="koko">
        {sizes.map(({ productSizeID, name, calculatedPrice }) => (
          <label key={productSizeID} className={styles["size"]}>
            <input
              className="sr-only"
              type="radio"
              name="size"
              checked={productSizeID === sizeId}
              onChange={() => onChange(productSizeID)}
            />
            <span className={styles["name"]}>{name}</span>
            <span className="whole">{euros(calculatedPrice)}</span>
          </label>
        ))}
      </fieldset>
    </section>
  );
});
