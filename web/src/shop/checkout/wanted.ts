/** What a person wants to order, as it is sent, and when two wishes are the same one. */
import type { PlaceOrderBody } from "../../api/wire";
import type { SentLine } from "./leftOver";

/** A cart that is to be ordered as the person saw it. */
export interface Wanted {
  readonly body: PlaceOrderBody;
  /** How the payment provider calls the restaurant. */
  readonly shopExternalId: string;
}

/** Methods that settle the order where it is placed: who changes from or to one of them orders anew. */
const SETTLED_AT_PLACING: ReadonlySet<string> = new Set(["onsite", "cod", "giftcard", "NetsPrepaidCard"]);

/** The body as it is sent, letter by letter: the server tells bodies apart by their letters. */
export function lettersOf({ body }: Wanted): string {
  return JSON.stringify(body);
}

/** Whether an order of the sent body is what is wanted now; it may then be paid as wanted now. */
export function isSameOrder(sent: string, { body }: Wanted): boolean {
  const before = bodyIn(sent);
  return (
    goodsOf(before) === goodsOf(body) && (payOf(before) === payOf(body) || (isOpen(before) && isOpen(body)))
  );
}

/** Whether a sent body says what is wanted now, to be paid as it is wanted now. */
export function isSameBody(sent: string, { body }: Wanted): boolean {
  const before = bodyIn(sent);
  return goodsOf(before) === goodsOf(body) && payOf(before) === payOf(body);
}

/** The lines of a sent body, which leave the cart once they are ordered. */
export function linesIn(sent: string): readonly SentLine[] {
  return bodyIn(sent).orderItems;
}

/** What a sent body came to, in euros, as the person saw it. */
export function sumIn(sent: string): number {
  return bodyIn(sent).grandTotal ?? 0;
}

function bodyIn(sent: string): PlaceOrderBody {
  const body: PlaceOrderBody = JSON.parse(sent);
  return body;
}

/** The price token is renewed by itself, what a gift card holds is said by the server, and whence one came: none is what is wanted. */
function goodsOf(body: PlaceOrderBody): string {
  const nothing = undefined;
  return JSON.stringify({
    ...body,
    deliveryPriceToken: nothing,
    analyticsData: nothing,
    giftCardHold: nothing,
    paymentMethod: nothing,
    paymentOption: nothing,
  });
}

function payOf({ paymentMethod, paymentOption }: PlaceOrderBody): string {
  const { issuer, giftCard } = paymentOption ?? {};
  return JSON.stringify([paymentMethod ?? null, issuer ?? null, giftCard?.number ?? null]);
}

/** A sent body as it is kept once its order stands: nobody needs the gift card's PIN any more. */
export function withoutPin(sent: string): string {
  const body = bodyIn(sent);
  const { paymentOption } = body;
  if (!paymentOption?.giftCard) return sent;
  return JSON.stringify({
    ...body,
    paymentOption: { ...paymentOption, giftCard: { ...paymentOption.giftCard, pin: "" } },
  });
}

/** Whether it is paid after it was placed, by any method that the person then likes. */
function isOpen({ paymentMethod, paymentOption }: PlaceOrderBody): boolean {
  return !paymentOption?.giftCard && !SETTLED_AT_PLACING.has(paymentMethod ?? "");
}
