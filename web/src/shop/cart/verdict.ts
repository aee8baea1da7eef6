/** What the server's answer makes of the order that it priced (PR-12 to PR-25). Pure. */
import type { CartMessage, MessageCode, PricedCart, PricedLine } from "../../api/wire";
import { wallTimeOf } from "../../lib/helsinki";
import { DISPLAY, itemIn, type ShopProblem } from "../errors/problem";
import { CODE_UNEXPECTED, ingredientMismatch, ITEM_UNEXPECTED, itemGone, quantityAndName } from "../texts";
import { changeOrder } from "./applyAction";
import { activeDoses, isSame } from "./doses";
import { isSameCode } from "./items";
import { forgetMethod, NO_TOKEN } from "./method";
import type { Order, OrderItem } from "./order";

/** The order as the server takes it. */
export interface Verdict {
  order: Order;
  problems: readonly ShopProblem[];
  /** Whether the server found fault: what is known of products may be old (PR-25). */
  isFaulty: boolean;
  /** Whether the fee is held no more: another token, and another price, are due (PR-10). */
  wantsToken: boolean;
}

const TOKEN_FAULTS: ReadonlySet<MessageCode> = new Set([
  "delivery/price-token-expired",
  "delivery/price-token-invalid",
]);
const NO_PREORDER: MessageCode = "preorder/not-available";
const TOO_SOON: MessageCode = "preorder/too-soon";
const PRODUCT_NOT_FOUND: MessageCode = "product/not-found";
/** Faults of a line of which a person must see how much of what went (ER-22). */
const INVALID_PRODUCT: ReadonlySet<MessageCode> = new Set([
  "product/incorrect",
  "product/ingredients-incorrect",
]);

/** Takes the server's answer to an order; `now` is epoch ms. */
export function applyVerdict(order: Order, priced: PricedCart, now: number): Verdict {
  const { messages } = priced.validationResult;
  const kept = keptItems(order, priced);
  const isKnown = (code: string) => isAmong(order.promotionCodes, code);
  const wantsToken = messages.some(({ messageCode }) => TOKEN_FAULTS.has(messageCode));
  const changed = changeOrder(order, {
    items: kept.items,
    promotionCodes: sameCodes(order.promotionCodes, priced.promotionCodes.filter(isKnown)),
    deliveryWithoutPackaging: priced.deliveryWithoutPackaging,
    ...(wantsToken && NO_TOKEN),
    ...(losesMethod(order, messages, now) && forgetMethod(order)),
  });
  const next = { ...changed, priced, isPriced: changed.method !== null && !wantsToken };
  return {
    order: next,
    problems: [...newProblems(order, messages), ...kept.problems, ...unexpected(order, priced)],
    isFaulty: messages.length > 0 && !priced.validationResult.isValid,
    wantsToken,
  };
}

/** The lines that the server still has, as it has them (PR-14 to PR-20). */
function keptItems({ items }: Order, { orderItems, validationResult }: PricedCart) {
  const lines = new Map(orderItems.map((line) => [line.uuid, line]));
  const explained = new Set(validationResult.messages.map(({ metadata }) => itemIn(metadata)?.uuid));
  const problems: ShopProblem[] = [];
  const kept = items.flatMap((item) => {
    const line = lines.get(item.uuid);
    if (!line) {
      if (!explained.has(item.uuid)) problems.push(itemGone(item.name));
      return [];
    }
    if (!hasWhatWasSent(item, line)) {
      problems.push(ingredientMismatch(item.name));
      return [];
    }
    return [itemBy(item, line)];
  });
  const isSameList = kept.length === items.length && kept.every((item, index) => item === items[index]);
  return { items: isSameList ? items : kept, problems };
}

function hasWhatWasSent({ ingredients }: OrderItem, line: PricedLine): boolean {
  return ingredients === null || isSame(activeDoses(ingredients), activeDoses(line.ingredients));
}

/** The same line where the server changed nothing of it. */
function itemBy(item: OrderItem, line: PricedLine): OrderItem {
  const { quantity, comboId = null, comboCampaignCode = null } = line;
  const said = { quantity, comboId, comboCampaignCode, unitPrice: line.itemPrice, name: line.name };
  const isSameItem = (Object.keys(said) as (keyof typeof said)[]).every((key) => said[key] === item[key]);
  return isSameItem ? item : { ...item, ...said };
}

function sameCodes(before: readonly string[], after: readonly string[]): readonly string[] {
  const isSameList = before.length === after.length && before.every((code, index) => code === after[index]);
  return isSameList ? before : after;
}

/** Lines and codes that were never sent: they are passed over, and said (PR-14, PR-21). */
function unexpected({ items, promotionCodes }: Order, priced: PricedCart): ShopProblem[] {
  const isForeign = ({ uuid }: PricedLine) => !items.some((item) => item.uuid === uuid);
  return [
    ...(priced.orderItems.some(isForeign) ? [ITEM_UNEXPECTED] : []),
    ...(priced.promotionCodes.every((code) => isAmong(promotionCodes, code)) ? [] : [CODE_UNEXPECTED]),
  ];
}

function isAmong(codes: readonly string[], code: string): boolean {
  return codes.some((known) => isSameCode(known, code));
}

/** No preorder any more, or one whose time is past: where and when must be chosen anew (PR-22, PR-23). */
function losesMethod({ method }: Order, messages: readonly CartMessage[], now: number): boolean {
  const has = (code: MessageCode) => messages.some(({ messageCode }) => messageCode === code);
  if (has(NO_PREORDER)) return true;
  const time = method?.preorderTime ?? null;
  return has(TOO_SOON) && time !== null && time < wallTimeOf(now);
}

/** A dialog is raised once for each fault of a line, a bar as long as it holds. */
function newProblems({ items, priced }: Order, messages: readonly CartMessage[]): ShopProblem[] {
  const told = new Set(priced?.validationResult.messages.map(nameOf));
  const isNew = (message: CartMessage) => message.displayKind !== DISPLAY.modal || !told.has(nameOf(message));
  return messages.filter(isNew).map((message) => problemOf(message, items));
}

function nameOf({ messageCode, metadata }: CartMessage): string {
  return `${messageCode} ${itemIn(metadata)?.uuid ?? ""}`;
}

function problemOf(said: CartMessage, items: readonly OrderItem[]): ShopProblem {
  const { messageCode, message, displayKind, metadata } = said;
  const item = itemIn(metadata);
  // The server knows no name of what it does not know; the cart does.
  const name = item?.name ?? items.find(({ uuid }) => uuid === item?.uuid)?.name;
  const invalidOrderNames = name === undefined ? [] : namesIn(messageCode, name, item?.quantity ?? 1);
  return { messageCode, message, displayKind, metadata: { ...metadata, invalidOrderNames } };
}

function namesIn(code: MessageCode, name: string, quantity: number): string[] {
  if (code === PRODUCT_NOT_FOUND) return [name];
  return INVALID_PRODUCT.has(code) ? [quantityAndName(quantity, name)] : [];
}
