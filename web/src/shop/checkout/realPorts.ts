/** The world in which orders are placed. */
import { analyticsData } from "../../analytics/attribution";
import { post, send } from "../../api/client";
import { sendAsVisitor } from "../../session/asUser";
import type { PlaceOrderBody } from "../../api/wire";
import { randomId } from "../../lib/randomId";
import { cartBodyOf } from "../cart/body";
import { comeBack, isUnheard } from "../cart/cart";
import type { Order } from "../cart/order";
import { CartActionError, currentOrder, dispatch } from "../cart/useCart";
import { currentCall, onBehalfOf } from "../onBehalf/onBehalf";
import { forgetPlaced, placedOrders, rememberPlaced } from "../orders/placedOrders";
import { isRemembered, remember } from "../orders/rememberHere";
import { noteWhoOrdered } from "../orders/whoOrdered";
import { noteBought } from "./bought";
import { type UsedCard, usedGiftCard } from "./giftCard";
import { leftOver, type SentLine } from "./leftOver";
import { alone, memorize, recall } from "./memory";
import type { CheckoutPorts, Verdict } from "./ports";
import { purchaseOf, tellPurchase } from "./tellPurchase";
import type { Wanted } from "./wanted";

/** The order as it is sent to be placed; `null` while the server has not priced it. */
export function wantedOf(order: Order, card: UsedCard | null, shopExternalId: string): Wanted | null {
  const cart = cartBodyOf(order);
  if (!cart || !order.isPriced || !order.priced || order.items.length === 0) return null;
  const { paymentMethod, paymentOption } = order;
  const giftCard = card && { number: card.number, pin: card.pin };
  const option = { issuer: paymentOption, ...(giftCard && { giftCard }) };
  const { grandTotal } = order.priced.pricingDetails;
  const shown = card && card.held !== null && { giftCardHold: card.held };
  const onBehalf = onBehalfOf(order);
  const whence = analyticsData();
  const body: PlaceOrderBody = {
    ...cart,
    paymentMethod,
    paymentOption: option,
    grandTotal,
    ...shown,
    ...(onBehalf && { onBehalf }),
    ...(whence && { analyticsData: whence }),
  };
  return { body, shopExternalId };
}

/** The ports of this tab. */
export function checkoutPorts(shopExternalId: string): CheckoutPorts {
  const wanted = () => {
    const order = currentOrder();
    return wantedOf(order, usedGiftCard(order.paymentMethod), shopExternalId);
  };
  return {
    alone,
    now: () => Date.now(),
    newKey: randomId,
    read: recall,
    write: memorize,
    wanted,
    price,
    place: (text, idempotencyKey) => {
      const body: PlaceOrderBody = JSON.parse(text);
      return sendAsVisitor(post("/api/commerce/v2/shoppingcart/order", { body }), { idempotencyKey });
    },
    pay: async ({ orderId, orderKey, payable }, { body, shopExternalId: shop }) => {
      const issuer = body.paymentOption?.issuer;
      const asked = {
        orderId,
        orderKey,
        grandTotal: payable,
        shopExternalId: shop,
        selectedPaymentMethod: body.paymentMethod ?? "",
        ...(issuer && { issuer }),
      };
      return await send(post("/api/payments/pay", { body: asked }));
    },
    cancel: async ({ orderId, orderKey }) => {
      await send(post("/api/commerce/v2/order/cancel", { body: { orderId, orderKey } }));
    },
    details: async ({ orderId, orderKey }) => {
      const call = post("/api/commerce/v2/order/DetailsByKey", { body: { orderId, orderKey } });
      return (await send(call)).orderData;
    },
    remember: ({ orderId, orderKey }) => {
      // A caller's order is not this browser's.
      if (currentCall().phone !== null || placedOrders().some((known) => known.orderId === orderId)) return;
      rememberPlaced({ orderId, orderKey, placedAt: new Date().toISOString() });
    },
    tellBought: ({ orderId }, attempt) => {
      tellPurchase(purchaseOf(attempt, orderId, null));
      noteBought();
    },
    strike: ({ orderId }) => forgetPlaced(orderId),
    takeOut,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

/** The cart resolves also while nobody can be asked; then it has no verdict. */
async function price(): Promise<Verdict | "away" | "failed"> {
  try {
    // Whoever presses tries the network now, not when its next turn comes.
    comeBack();
    // Quietly: what comes of it is said where the button is.
    await dispatch({ type: "revalidate" }, true);
  } catch (error) {
    if (error instanceof CartActionError) return "failed";
    throw error;
  }
  const { isPriced, priced } = currentOrder();
  if (isUnheard() || !isPriced || !priced) return "away";
  return { isValid: priced.validationResult.isValid, grandTotal: priced.pricingDetails.grandTotal };
}

async function takeOut(sent: readonly SentLine[]): Promise<void> {
  const { items } = currentOrder();
  const lefts = items.map((item) => ({ item, left: leftOver(item, sent) }));
  if (lefts.every(({ left }) => left === 0)) return await emptied();
  for (const { item, left } of lefts) {
    const { uuid } = item;
    // Quietly: nobody took it out, it was bought.
    if (left === 0) await dispatch({ type: "removeItem", uuid }, true);
    else if (left < item.quantity) await dispatch({ type: "replaceItem", uuid, item, quantity: left }, true);
  }
}

/** All was bought; who ordered and where it went stays only where that was asked for (docs/spec/people.md, "This browser"). */
async function emptied(): Promise<void> {
  await dispatch({ type: "clear" }, true);
  if (isRemembered()) remember();
  else {
    noteWhoOrdered();
    await dispatch({ type: "forgetPerson" }, true);
  }
}
