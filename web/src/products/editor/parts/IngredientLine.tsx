import { memo, useId } from "react";
import { IngredientIcon } from "../../../art/food/drawn";
import { Stepper } from "../../../ui/Stepper";
import type { BuildEvent, RefusalToAdd, RefusalToRemove } from "../configurator";
import { ADD_REFUSAL, REMOVE_REFUSAL, TOPPING } from "../texts";
import styles from "./IngredientLine.module.css";

interface IngredientLineProps {
  id: string;
  name: string;
  categoryId: string;
  doses: number;
  /** Price of a further dose in euros; `null` where it says none. */
  price: number | null;
  toAdd: RefusalToAdd | null;
  toRemove: RefusalToRemove | null;
  send: (event: BuildEvent) => void;
}

/** An ingredient with its drawing, its price and its stepper. Redrawn alone when something of it changes. */
export const IngredientLine = memo(function IngredientLine(props: IngredientLineProps) {
  const { id, name, categoryId, doses, price, toAdd, toRemove, send } = props;
  const reasonId = useId();
  const reason = reasonOf(props);
  const isGone = toAdd === "out-of-stock" && doses === 0;
  return (
    <li className={styles["line"]} data-gone={isGone || undefined} data-ingredient={id}>
      <span className={styles["plate"]}>
        <IngredientIcon name={name} categoryId={categoryId} size={44} />
      </span>
      <span className={styles["words"]}>
        <span className={styles["name"]}>
          {name}{" "}
          {price !== null && price > 0 && <span className={styles["price"]}>{TOPPING.extra(price)}</span>}
        </span>
        {reason !== null && (
          <span id={reasonId} className={styles["reason"]}>
            {reason}
          </span>
        )}
      </span>
      <Stepper
        value={doses}
        moreLabel={TOPPING.add(name)}
        lessLabel={TOPPING.remove(name)}
        canMore={toAdd === null}
        canLess={toRemove === null}
        reasonId={reason === null ? undefined : reasonId}
        onMore={() => send({ type: "add", ingredientId: id })}
        onLess={() => send({ type: "remove", ingredientId: id })}
      />
    </li>
  );
  // Why a full pizza takes no more is said once, above the list, and to readers by each button.
  function reasonOf({ toAdd: refused }: IngredientLineProps): string | null {
    if (refused === "out-of-stock" || (refused === "most" && doses > 0)) return ADD_REFUSAL[refused];
    return toRemove === null ? null : REMOVE_REFUSAL[toRemove];
  }
});
