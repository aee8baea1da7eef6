import type { ComboView, MenuListing, MenuProduct } from "../../api/wire";
import type { NewItem, ShownDose } from "../../shop/cart/order";

/** What one slot of a combo can be filled with, as this restaurant sells it. */
export interface ComboOption {
  product: MenuProduct;
  sizeId: string;
  sizeName: string;
  /** What it costs by itself. */
  price: number;
  isSoldOut: boolean;
}

/** A slot of a combo: one product, one size. */
export interface ComboSlot {
  id: string;
  options: readonly ComboOption[];
  defaultProductId: string;
}

/** What a person has put into a slot. */
export interface ComboChoice {
  productId: string;
  /** All that is on it; `null` means the recipe as it is. */
  ingredients: readonly ShownDose[] | null;
}

/** The choices by slot; of a slot that is not there nothing is chosen. */
export type ComboChoices = Readonly<Record<string, ComboChoice>>;

/** The slots of a combo with what the menu has for them. */
export function slotsOf(combo: ComboView, menu: MenuListing, soldOutIds: ReadonlySet<string>): ComboSlot[] {
  const products = new Map(
    menu.categories.flatMap((category) => category.products.map((one) => [one.productId, one] as const)),
  );
  return combo.comboCampaignOptions.map(({ uuid, products: ids, productSizes, defaultProductId }) => ({
    id: uuid,
    defaultProductId,
    options: ids.flatMap((id) => {
      const product = products.get(id);
      const size = product?.productSizes.find(({ productSizeID }) => productSizes.includes(productSizeID));
      if (!product || !size) return [];
      const isSoldOut =
        product.isOutOfStock || size.isOutOfStock || !product.isAvailableNow || soldOutIds.has(id);
      return [
        { product, sizeId: size.productSizeID, sizeName: size.name, price: size.calculatedPrice, isSoldOut },
      ];
    }),
  }));
}

/** What a combo begins with: its defaults, as far as they are to be had. */
export function firstChoices(slots: readonly ComboSlot[]): ComboChoices {
  return Object.fromEntries(
    slots
      .filter(({ options, defaultProductId }) =>
        options.some(({ product, isSoldOut }) => product.productId === defaultProductId && !isSoldOut),
      )
      .map(({ id, defaultProductId }) => [id, { productId: defaultProductId, ingredients: null }]),
  );
}

/** What a slot holds; `null` where nothing is chosen, or no longer sold. */
export function chosenIn(slot: ComboSlot, choices: ComboChoices): ComboOption | null {
  const productId = choices[slot.id]?.productId;
  return slot.options.find(({ product }) => product.productId === productId) ?? null;
}

/** The first slot that lacks a valid choice (CM-18). */
export function firstFault(slots: readonly ComboSlot[], choices: ComboChoices): ComboSlot | null {
  return slots.find((slot) => chosenIn(slot, choices)?.isSoldOut !== false) ?? null;
}

/** The items of a combo as they go into the order; only what is whole. */
export function itemsOf(
  slots: readonly ComboSlot[],
  choices: ComboChoices,
  addedFrom: string | null,
): NewItem[] {
  return slots.flatMap((slot) => {
    const option = chosenIn(slot, choices);
    return option ? [itemOf(option, choices[slot.id]?.ingredients ?? null, addedFrom)] : [];
  });
}

function itemOf(
  { product, sizeId, sizeName, price }: ComboOption,
  ingredients: readonly ShownDose[] | null,
  addedFrom: string | null,
): NewItem {
  return {
    productId: product.productId,
    sizeId,
    name: product.name,
    sizeName,
    productCategoryId: product.productCategoryId,
    ingredients,
    unitPrice: price,
    addedFrom,
  };
}
