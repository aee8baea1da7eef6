import { useEffect, useRef } from "react";
import { ProductImage } from "../picture/ProductImage";
import type { ComboOption, ComboSlot } from "./choices";
import styles from "./ComboEditor.module.css";
import { COMBO } from "./texts";

interface SlotOptionsProps {
  slot: ComboSlot;
  chosen: ComboOption | null;
  label: string;
  onChoose: (option: ComboOption) => void;
}

/** What a slot can be filled with, all at the combo's price. */
export function SlotOptions({ slot, chosen, label, onChoose }: SlotOptionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[aria-pressed="true"], button')?.focus();
  }, []);
  return (
    <>
      <p className={styles["included"]}>{COMBO.included}</p>
      <ul ref={list} className={styles["options"]} aria-label={label}>
        {slot.options.map((option) => (
          <li key={option.product.productId}>
            <button
              type="button"
              className={styles["option"]}
              aria-pressed={option === chosen}
              disabled={option.isSoldOut}
              onClick={() => onChoose(option)}
            >
              <ProductImage product={option.product} size={44} />
              <span>
                {option.product.name}
                {option.isSoldOut && <small>{COMBO.soldOut}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
