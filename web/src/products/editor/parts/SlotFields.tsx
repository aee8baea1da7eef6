import { ChevronDown, TriangleAlert } from "lucide-react";
import { memo, useId } from "react";
import type { IngredientRow, IngredientSlot } from "../../../api/wire";
import { sum } from "../../../lib/money";
import type { BuildEvent } from "../configurator";
import { SLOT, TOPPING } from "../texts";
import styles from "./SlotFields.module.css";

interface SlotFieldsProps {
  slot: IngredientSlot;
  /** Every ingredient that can be in it, the default too. */
  options: readonly IngredientRow[];
  /** What is in each field. */
  chosen: readonly (string | null)[];
  /** What the editors say of such ingredients. */
  hint: string | null;
  /** What is wrong, in words. */
  error: string | null;
  send: (event: BuildEvent) => void;
}

/** A slot as native selects, one for each dose that it holds (PD-41, PD-42). */
export const SlotFields = memo(function SlotFields(props: SlotFieldsProps) {
  const { slot, options, chosen, hint, error, send } = props;
  const own = useId();
  const described = [error !== null && `${own}-error`, hint !== null && `${own}-hint`]
    .filter(Boolean)
    .join(" ");
  const fields = chosen.map((id, field) => ({ key: `${slot.id}-${field}`, field, id }));
  const isFixed = options.length < 2 || (slot.default !== null && slot.default.minQuantity >= 1);
  return (
    <div className={styles["slot"]} data-slot={slot.id} data-display={slot.display}>
      {fields.map(({ key, field, id }) => (
        <label key={key} className={styles["field"]} data-invalid={error !== null || undefined}>
          <span>{chosen.length > 1 ? SLOT.another(slot.label, field + 1) : slot.label}</span>
          <select
            value={id ?? ""}
            disabled={isFixed && id !== null}
            aria-invalid={error !== null}
            aria-describedby={described || undefined}
            onChange={({ target }) =>
              send({
                type: "choose",
                slotId: slot.id,
                field,
                ingredientId: target.value === "" ? null : target.value,
              })
            }
          >
            <Empty slot={slot} isOptional={!slot.required || field > 0} isChosen={id !== null} />
            {options.map((row) => (
              <option key={row.id} value={row.id} disabled={row.isOutOfStock && row.id !== id}>
                {wordsOf(slot, row)}
              </option>
            ))}
          </select>
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
        </label>
      ))}
      <p id={`${own}-error`} className={styles["error"]}>
        {error !== null && (
          <>
            <TriangleAlert size={17} strokeWidth={1.75} aria-hidden="true" />
            {error}
          </>
        )}
      </p>
      {hint !== null && (
        <p id={`${own}-hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
    </div>
  );
});

/** A slot that need not be filled says no in its own words; one that must asks, and cannot be emptied again. */
function Empty({
  slot,
  isOptional,
  isChosen,
}: {
  slot: IngredientSlot;
  isOptional: boolean;
  isChosen: boolean;
}) {
  if (isOptional) return <option value="">{emptyOption(slot)}</option>;
  if (isChosen) return null;
  return (
    <option value="" disabled>
      {SLOT.choose}
    </option>
  );
}

/** PD-41. */
function emptyOption({ categoryId }: IngredientSlot): string {
  return Object.entries(SLOT.none).find(([category]) => category === categoryId)?.[1] ?? SLOT.noneElse;
}

function wordsOf(slot: IngredientSlot, row: IngredientRow): string {
  if (row.isOutOfStock) return SLOT.ranOut(row.name);
  const extra = extraOf(slot, row);
  return slot.showPrice && extra > 0 ? SLOT.option(row.name, TOPPING.extra(extra)) : row.name;
}

/** What an option's listed price is above the default's, where the default is what it replaces. */
function extraOf(slot: IngredientSlot, row: IngredientRow): number {
  if (row.id === slot.default?.id) return 0;
  const base = slot.giveDiscountForChange ? (slot.default?.price ?? 0) : 0;
  return Math.max(0, sum([row.price, -base]));
}
