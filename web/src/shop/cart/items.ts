/** What actions do to the lines and the codes of an order. Pure. */
import type { AddedItem, LineUnits } from "./action";
import { haveSameDoses } from "./doses";
import type { NewItem, Order, OrderItem } from "./order";

/** The server takes so many of one line at most. */
export const MAX_QUANTITY = 99;

/** What is new about an order. */
export type Change = Partial<Order>;

/** A code as it is sent: without spaces, in small letters (CA-58). */
export function codeOf(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}

/** So long are codes that the server made for one person. */
const OWN_LENGTH = 13;

/** Whether two codes are one to the server, which also passes over hyphens, and in codes of its own tells no `o` from `0`. */
export function isSameCode(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(code: string): string {
  const bare = codeOf(code).replaceAll("-", "");
  return bare.length === OWN_LENGTH ? bare.replaceAll("o", "0").replace(/[il]/g, "1") : bare;
}

/** The codes with one more; the same where it is among them. */
export function withCode(codes: readonly string[], code: string): readonly string[] {
  return codes.some((known) => isSameCode(known, code)) ? codes : [...codes, code];
}

/** Adds to an equal line, else as a new one (CA-32). */
export function addItem({ items, priced }: Order, item: NewItem, quantity: number, uuid: string): Change {
  const equal = items.find(
    (known) =>
      known.productId === item.productId &&
      known.sizeId === item.sizeId &&
      known.comboId === null &&
      haveSameDoses(
        known,
        item,
        priced?.orderItems.find((line) => line.uuid === known.uuid),
      ),
  );
  if (equal) return { items: withQuantity(items, equal.uuid, (before) => before + quantity) };
  return { items: [...items, lineOf(item, uuid, quantity)] };
}

/** Adds several, one after the other. */
export function addItems(order: Order, added: readonly AddedItem[], uuid: string): Change {
  const after = added.reduce(
    (now, { item, quantity }, at) => ({ ...now, ...addItem(now, item, quantity, `${uuid}-${at}`) }),
    order,
  );
  return { items: after.items };
}

/** The lines with fewer units of some. */
export function withoutUnits(items: readonly OrderItem[], units: readonly LineUnits[]): readonly OrderItem[] {
  return units.reduce(
    (left, { uuid, quantity }) => withQuantity(left, uuid, (before) => before - quantity),
    items,
  );
}

/** Counts a line anew; at nought it goes (CA-37). */
export function withQuantity(
  items: readonly OrderItem[],
  uuid: string,
  count: (before: number) => number,
): readonly OrderItem[] {
  return items.flatMap((item) => {
    if (item.uuid !== uuid) return [item];
    const quantity = Math.min(MAX_QUANTITY, count(item.quantity));
    return quantity < 1 ? [] : [{ ...item, quantity }];
  });
}

/** Puts another item in the place of a line. A line of a combo stays one. */
export function replaceItem({ items }: Order, uuid: string, item: NewItem, quantity: number): Change {
  return { items: items.map((known) => (known.uuid === uuid ? { ...known, ...item, quantity } : known)) };
}

/** A combo's items share its id and its code, which also becomes a promotion code (CA-33). */
export function addCombo(order: Order, code: string, items: readonly NewItem[], comboId: string): Change {
  return {
    items: [...order.items, ...comboLines(code, items, comboId, comboId)],
    promotionCodes: withCode(order.promotionCodes, code),
  };
}

/** Puts a combo anew in the place of the one before. */
export function replaceCombo(
  order: Order,
  comboId: string,
  code: string,
  items: readonly NewItem[],
  uuid: string,
): Change {
  const at = order.items.findIndex((item) => item.comboId === comboId);
  if (at < 0) return {};
  const without = { ...order, ...removeCombo(order, comboId) };
  return {
    items: [
      ...without.items.slice(0, at),
      ...comboLines(code, items, comboId, uuid),
      ...without.items.slice(at),
    ],
    promotionCodes: withCode(without.promotionCodes, code),
  };
}

/** Takes a combo away, and its code where no other combo has it. */
export function removeCombo({ items, promotionCodes }: Order, comboId: string): Change {
  const code = items.find((item) => item.comboId === comboId)?.comboCampaignCode;
  const rest = items.filter((item) => item.comboId !== comboId);
  const isUsed = rest.some((item) => item.comboCampaignCode === code);
  return {
    items: rest,
    promotionCodes: isUsed ? promotionCodes : promotionCodes.filter((known) => known !== code),
  };
}

function comboLines(code: string, items: readonly NewItem[], comboId: string, uuid: string): OrderItem[] {
  return items.map((item, index) => ({
    ...lineOf(item, `${uuid}-${index}`, 1),
    comboId,
    comboCampaignCode: code,
  }));
}

function lineOf(item: NewItem, uuid: string, quantity: number): OrderItem {
  return {
    ...item,
    uuid,
    quantity: Math.min(MAX_QUANTITY, Math.max(1, quantity)),
    comboId: null,
    comboCampaignCode: null,
  };
}
