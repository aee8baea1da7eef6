/** What a row of the cart says of a line: what the person chose, and, once it is priced, what the server says. */
import type { CartMessage, PricedLine } from "../../api/wire";
import { times } from "../../lib/money";
import type { Order, OrderItem } from "../../shop/cart/order";
import { uuidIn } from "./faults";

/** A row of the cart. */
export interface LineView {
  item: OrderItem;
  size: string | null;
  added: readonly string[];
  removed: readonly string[];
  /** Euros for all pieces. */
  price: number;
  /** The same before a discount, where there is one. */
  before: number | null;
  /** What the server finds wrong with it, or warns of. */
  notes: readonly string[];
  isGone: boolean;
  /** What is on it, to draw it; `null` while only the recipe's number is known. */
  portions: readonly Dosed[] | null;
  /** Whether anything can be put on it. */
  hasFillings: boolean;
}

interface Dosed {
  name: string;
  quantity: number;
  recipeQuantity: number;
}

/** Lines that stand together. */
export type LineGroup =
  | { type: "single"; line: LineView }
  | { type: "combo"; comboId: string; code: string; lines: readonly LineView[]; price: number };

const ONE_SIZE = new Set(["dip", "icecream", "snacks", "dipattavat"]);
const WITHOUT_FILLINGS = new Set([...ONE_SIZE, "drink", "alcohol"]);

/** The rows of an order, combos together. */
export function groupsOf(order: Order): LineGroup[] {
  const priced = new Map(order.priced?.orderItems.map((line) => [line.uuid, line]));
  const messages = order.priced?.validationResult.messages ?? [];
  const seen = new Set<string>();
  return order.items.flatMap((item): LineGroup[] => {
    const { comboId } = item;
    if (comboId === null) return [{ type: "single", line: lineOf(item, priced.get(item.uuid), messages) }];
    if (seen.has(comboId)) return [];
    seen.add(comboId);
    const lines = order.items
      .filter((other) => other.comboId === comboId)
      .map((other) => lineOf(other, priced.get(other.uuid), messages));
    return [{ type: "combo", comboId, code: item.comboCampaignCode ?? "", lines, price: priceOf(lines) }];
  });
}

/** Of lines that the server has priced one by one. */
function priceOf(lines: readonly LineView[]): number {
  return lines.reduce((cents, { price }) => cents + Math.round(price * 100), 0) / 100;
}

function lineOf(item: OrderItem, line: PricedLine | undefined, messages: readonly CartMessage[]): LineView {
  // A verdict on another quantity is not of this line any more.
  const isCurrent = line !== undefined && line.quantity === item.quantity;
  const unit = line?.itemPrice ?? item.unitPrice;
  const price = isCurrent ? line.discountedPrice : times(unit, item.quantity);
  const portions: readonly Dosed[] | null = line?.ingredients ?? item.ingredients;
  return {
    item,
    size: ONE_SIZE.has(item.productCategoryId) ? null : item.sizeName,
    ...changesOf([...(portions ?? []), ...leftOut(item, portions ?? [])]),
    price,
    before: isCurrent && line.discount > 0 ? line.price : null,
    notes: messages.filter((message) => uuidIn(message) === item.uuid).map(({ message }) => message),
    isGone: line?.isOutOfStock ?? false,
    portions,
    hasFillings: !WITHOUT_FILLINGS.has(item.productCategoryId),
  };
}

/** What the person left out: of what is not on it the server's answer says nothing. */
function leftOut({ ingredients }: OrderItem, portions: readonly Dosed[]): Dosed[] {
  const isSaid = new Set(portions.map(({ name }) => name));
  return (ingredients ?? []).filter(({ quantity, name }) => quantity === 0 && !isSaid.has(name));
}

function changesOf(portions: readonly Dosed[]): { added: string[]; removed: string[] } {
  const said = ({ name, quantity, recipeQuantity }: Dosed) => {
    const doses = Math.abs(quantity - recipeQuantity);
    return doses > 1 ? `${name} × ${doses}` : name;
  };
  return {
    added: portions.filter((one) => one.quantity > one.recipeQuantity).map(said),
    removed: portions.filter((one) => one.quantity < one.recipeQuantity).map(said),
  };
}
