import { useRef, useState } from "react";
import type { ComboView, MenuListing } from "../../api/wire";
import type { CartAction } from "../../shop/cart/action";
import type { OrderItem } from "../../shop/cart/order";
import { Unbroken } from "../../ui/Unbroken";
import { useDraft, useKeptDraft } from "../../ui/useDraft";
import { ProductImage } from "../picture/ProductImage";
import {
  chosenIn,
  type ComboChoice,
  type ComboChoices,
  type ComboSlot,
  firstChoices,
  firstFault,
  itemsOf,
  slotsOf,
} from "./choices";
import { conditionsOf } from "./conditions";
import styles from "./ComboEditor.module.css";
import { type ComboPhase, ComboFoot } from "./ComboFoot";
import { DRAFTS } from "./draft";
import { type SlotPart, SlotRow } from "./SlotRow";
import { COMBO, CONDITIONS } from "./texts";

/** Whether a combo is put into the cart, or one that is there is changed. */
export type ComboMode =
  { kind: "add"; addedFrom: string } | { kind: "edit"; comboId: string; items: readonly OrderItem[] };

/** The one slot that is open, and what of it. */
interface OpenSlot {
  slotId: string;
  part: SlotPart;
}

interface ComboEditorProps {
  combo: ComboView;
  menu: MenuListing;
  soldOutIds: ReadonlySet<string>;
  mode: ComboMode;
  phase: ComboPhase;
  onPut: (action: CartAction) => void;
  /** Back to the menu. */
  onLeave: () => void;
}

/** A combo: its chosen products together on the left, a row for each slot on the right. */
export function ComboEditor(props: ComboEditorProps) {
  const { combo, menu, soldOutIds, mode } = props;
  const slots = slotsOf(combo, menu, soldOutIds);
  const draftId = mode.kind === "edit" ? mode.comboId : combo.campaignSlug;
  const kept = useKeptDraft(DRAFTS, draftId, { outlivesBack: true });
  const [begun] = useState(() => (mode.kind === "edit" ? choicesOf(slots, mode.items) : firstChoices(slots)));
  const [choices, setChoices] = useState(kept ?? begun);
  const isOurs = props.phase === "choosing" || props.phase === "failed";
  useDraft(DRAFTS, draftId, isOurs && choices !== begun ? choices : null, { outlivesBack: true });
  const [open, setOpen] = useState<OpenSlot | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const rows = useRef<HTMLUListElement>(null);
  const choose = (slot: ComboSlot, choice: ComboChoice) =>
    setChoices((before) => ({ ...before, [slot.id]: choice }));
  const put = () => {
    const fault = firstFault(slots, choices);
    setIsChecked(true);
    if (fault) return focusRow(rows.current, fault.id);
    props.onPut(actionOf(combo, mode, slots, choices));
  };
  return (
    <div className={styles["combo"]}>
      <Stage slots={slots} choices={choices} />
      <div className={styles["side"]}>
        <div className={styles["scroll"]}>
          {combo.description !== null && <p className={styles["lead"]}>{combo.description}</p>}
          <Terms combo={combo} />
          <ul ref={rows} className={styles["slots"]} aria-label={COMBO.slots}>
            {slots.map((slot, index) => (
              <SlotRow
                key={slot.id}
                slot={slot}
                position={COMBO.slot(index + 1, slots.length)}
                chosen={chosenIn(slot, choices)}
                choice={choices[slot.id] ?? null}
                open={open?.slotId === slot.id ? open.part : null}
                showsFault={isChecked}
                onOpen={(part) => setOpen(part === null ? null : { slotId: slot.id, part })}
                onChoose={(choice) => choose(slot, choice)}
              />
            ))}
          </ul>
        </div>
        <ComboFoot
          combo={combo}
          items={itemsOf(slots, choices, null)}
          isEdit={mode.kind === "edit"}
          phase={props.phase}
          onPut={put}
          onLeave={props.onLeave}
        />
      </div>
    </div>
  );
}

/** When and for whom it is to be had: what a refusal points to (CM-14). */
function Terms({ combo }: { combo: ComboView }) {
  const conditions = conditionsOf(combo);
  if (conditions.length === 0) return null;
  return (
    <p className={styles["terms"]}>
      <b>{CONDITIONS.title}</b> <Unbroken text={conditions.join(" ")} />
    </p>
  );
}

/** The chosen things together. */
function Stage({ slots, choices }: { slots: readonly ComboSlot[]; choices: ComboChoices }) {
  const chosen = slots.flatMap((slot) => {
    const option = chosenIn(slot, choices);
    return option ? [{ id: slot.id, product: option.product }] : [];
  });
  return (
    <div className={styles["stage"]} data-plate>
      {chosen.map(({ id, product }) => (
        <ProductImage key={id} product={product} size={200} isFirst />
      ))}
    </div>
  );
}

/** The items of a combo in the cart, each back in the slot that takes it. */
function choicesOf(slots: readonly ComboSlot[], items: readonly OrderItem[]): ComboChoices {
  const left = [...items];
  const chosen = slots.flatMap((slot) => {
    const index = left.findIndex(({ productId, sizeId }) =>
      slot.options.some((option) => option.product.productId === productId && option.sizeId === sizeId),
    );
    const item = index < 0 ? undefined : left.splice(index, 1)[0];
    return item ? [[slot.id, { productId: item.productId, ingredients: item.ingredients }] as const] : [];
  });
  return Object.fromEntries(chosen);
}

function actionOf(
  combo: ComboView,
  mode: ComboMode,
  slots: readonly ComboSlot[],
  choices: ComboChoices,
): CartAction {
  const code = combo.promotionCode ?? "";
  if (mode.kind === "add") return { type: "addCombo", code, items: itemsOf(slots, choices, mode.addedFrom) };
  return { type: "replaceCombo", comboId: mode.comboId, code, items: itemsOf(slots, choices, null) };
}

function focusRow(rows: HTMLUListElement | null, slotId: string): void {
  rows?.querySelector<HTMLElement>(`[data-slot="${CSS.escape(slotId)}"] button`)?.focus();
}
