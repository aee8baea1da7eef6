/** Which text stands on the add button, and whether it can be pressed (PD-24 to PD-29, PD-47). */
import { euros, times } from "../../lib/money";
import { type Build, isBare, type Model } from "./configurator";
import { BUTTON } from "./texts";

/** How far adding has come. */
export type Phase = "choosing" | "sending" | "done" | "failed";

/** What the button is. */
export interface AddButton {
  text: string;
  /** Whether a press adds, or shows what is still wrong. */
  canPress: boolean;
}

interface ButtonFacts {
  model: Model;
  build: Build;
  mode: "add" | "edit";
  phase: Phase;
  /** Price of a unit in euros; `null` before the server has named one, `NaN` where it has none. */
  price: number | null;
}

/** The button of the editor. */
export function addButton({ model, build, mode, phase, price }: ButtonFacts): AddButton {
  if (phase === "sending") return { text: mode === "edit" ? BUTTON.saving : BUTTON.adding, canPress: false };
  if (phase === "done") return { text: mode === "edit" ? BUTTON.saved : BUTTON.added, canPress: false };
  if (isOutOfStock(model)) return { text: BUTTON.outOfStock, canPress: false };
  if (!model.product.isAvailableNow) return { text: BUTTON.notNow, canPress: false };
  if (isBare(model, build)) return { text: BUTTON.bare, canPress: false };
  if (Number.isNaN(price)) return { text: BUTTON.invalid, canPress: false };
  const said = price === null ? BUTTON.noPrice : euros(times(price, build.quantity));
  const text = mode === "edit" ? BUTTON.save(said) : BUTTON.add(said);
  return { text: text.trim(), canPress: price !== null };
}

/** Whether the product cannot be had at all: it ran out, its size did, or something in it that must stay. */
export function isOutOfStock({ product, rows, recipe, slots }: Model): boolean {
  const size = product.productSizes.find(({ productSizeID }) => productSizeID === product.sizeId);
  if (product.isOutOfStock || size?.isOutOfStock) return true;
  return [...recipe.keys()].some((id) => {
    const row = rows.get(id);
    if (!row?.isOutOfStock) return false;
    const slot = slots.get(id);
    if (!slot) return row.minQuantity >= 1 || !product.editable;
    return slot.default?.minQuantity !== undefined && slot.default.minQuantity >= 1;
  });
}
