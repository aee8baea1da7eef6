/** What the server finds wrong with the order, as long as it is in the order. */
import type { CartMessage } from "../../api/wire";
import { isSameCode } from "../../shop/cart/items";
import type { Order } from "../../shop/cart/order";

/** These take no order away (ordering §8, w). */
const WARNINGS: ReadonlySet<string> = new Set(["campaign/offer-toppings-limit", "product/contains-allergen"]);

type Judged = Pick<Order, "priced" | "items" | "promotionCodes">;

/** Its faults. What it took away itself, a line or a code, stands in nobody's way any more. */
export function faultsIn({ priced, items, promotionCodes }: Judged): CartMessage[] {
  const messages = priced?.validationResult.messages ?? [];
  return messages.filter((message) => {
    if (WARNINGS.has(message.messageCode)) return false;
    const [uuid, code] = [uuidIn(message), codeIn(message)];
    if (uuid !== null) return items.some((item) => item.uuid === uuid);
    return code === null || promotionCodes.some((held) => isSameCode(held, code));
  });
}

/** Which line a message speaks of. */
export function uuidIn({ metadata }: CartMessage): string | null {
  const details: { item?: { uuid?: string } } = metadata;
  return details.item?.uuid ?? null;
}

function codeIn({ metadata }: CartMessage): string | null {
  const details: { promotionCode?: string } = metadata;
  return details.promotionCode ?? null;
}
