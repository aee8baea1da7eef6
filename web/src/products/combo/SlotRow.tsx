import { lazy, Suspense, useId, useRef } from "react";
import { ProductImage } from "../picture/ProductImage";
import type { ComboChoice, ComboOption, ComboSlot } from "./choices";
import styles from "./ComboEditor.module.css";
import { SlotOptions } from "./SlotOptions";
import { COMBO } from "./texts";
import { opening } from "../../lib/arriving";

const SlotToppings = lazy(() => opening(() => import("./SlotToppings")));

/** What of a slot opens in place. */
export type SlotPart = "options" | "toppings";

interface SlotRowProps {
  slot: ComboSlot;
  /** Which slot of how many. */
  position: string;
  chosen: ComboOption | null;
  choice: ComboChoice | null;
  open: SlotPart | null;
  /** Whether a slot without a valid choice says so. */
  showsFault: boolean;
  onOpen: (part: SlotPart | null) => void;
  onChoose: (choice: ComboChoice) => void;
}

/** A slot of a combo: what is in it, and in place what could be, and what is on it. */
export function SlotRow(props: SlotRowProps) {
  const { slot, position, chosen, choice, open, onOpen, onChoose } = props;
  const placeId = useId();
  const change = useRef<HTMLButtonElement>(null);
  const name = chosen?.product.name ?? position;
  const choose = (option: ComboOption) => {
    if (option !== chosen) onChoose({ productId: option.product.productId, ingredients: null });
    onOpen(null);
    change.current?.focus();
  };
  return (
    <li className={styles["slot"]} data-slot={slot.id}>
      <div className={styles["row"]}>
        <span className={styles["thumb"]}>
          {chosen && <ProductImage product={chosen.product} size={56} />}
        </span>
        <SlotName {...props} />
        <span className={styles["more"]}>
          <button
            ref={change}
            type="button"
            className={styles["change"]}
            aria-expanded={open === "options"}
            aria-controls={placeId}
            aria-label={COMBO.changeLabel(name)}
            onClick={() => onOpen(open === "options" ? null : "options")}
          >
            {COMBO.change}
          </button>
          {chosen?.product.editable === true && (
            <button
              type="button"
              className={styles["change"]}
              aria-expanded={open === "toppings"}
              aria-controls={placeId}
              aria-label={COMBO.editLabel(name)}
              onClick={() => onOpen(open === "toppings" ? null : "toppings")}
            >
              {COMBO.edit}
            </button>
          )}
        </span>
      </div>
      <div id={placeId}>
        {open === "options" && (
          <SlotOptions slot={slot} chosen={chosen} label={COMBO.choices(name)} onChoose={choose} />
        )}
        {open === "toppings" && chosen && choice && (
          <Suspense fallback={<i className={styles["pending"]} aria-hidden="true" />}>
            <SlotToppings option={chosen} choice={choice} onChange={onChoose} />
          </Suspense>
        )}
      </div>
    </li>
  );
}

function SlotName({ position, chosen, choice, showsFault }: SlotRowProps) {
  const fault = chosen === null ? COMBO.missing : chosen.isSoldOut ? COMBO.soldOut : null;
  const isEdited = choice !== null && choice.ingredients !== null;
  return (
    <p className={styles["name"]}>
      <b>{chosen?.product.name ?? position}</b>
      {chosen && (
        <small>{isEdited ? `${chosen.sizeName}, ${COMBO.edited.toLowerCase()}` : chosen.sizeName}</small>
      )}
      {fault !== null && (showsFault || chosen !== null) && <span className={styles["fault"]}>{fault}</span>}
    </p>
  );
}
