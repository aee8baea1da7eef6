// @vitest-environment jsdom
/** The news of the order's restaurant, from the tab's own line to what pages and the cart hear of it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrderType, ShopFrame } from "../../api/wire";
import { anAvailability, aShopFrame } from "../../live/testing/shops";
// Here it is there before a test begins.
import "../../live/tabShops";
import { putOrder } from "../testing/cart";
import { anOrder, aMethod, orderItem, pricedCart } from "../testing/orders";
import { cartBodyOf } from "../cart/body";
import { followShop, type NewsChange, newsStore } from "./news";

/** The server's end of the sockets that the tab opens. */
class Line extends EventTarget {
  static readonly OPEN = 1;
  static last: Line | null = null;
  readonly readyState = Line.OPEN;

  constructor() {
    super();
    Line.last = this;
    queueMicrotask(() =>
      this.push({ type: "hello", protocol: 1, beatSeconds: 10_000, serverTime: new Date().toISOString() }),
    );
  }

  send(text: string) {
    const frame = JSON.parse(text) as { type: string; restaurantId: string; orderType: OrderType };
    if (frame.type !== "subscribe") return;
    const { restaurantId, orderType } = frame;
    this.push({ type: "subscribed", topic: "shop", restaurantId, orderType });
  }

  close() {}

  push(frame: object) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }
}

let stop = () => {};
beforeEach(() => {
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

let rev = 0;
/** The restaurant says something new. */
function say(change: Partial<ShopFrame> = {}) {
  rev += 1;
  Line.last?.push(aShopFrame(rev, change));
}

async function follow(parts: Parameters<typeof putOrder>[0] = {}, first: Partial<ShopFrame> = {}) {
  putOrder({ method: aMethod(), ...parts });
  const heard: NewsChange[] = [];
  stop = followShop((change) => heard.push(change));
  await vi.waitFor(() => expect(Line.last).not.toBeNull());
  await vi.waitFor(() => {
    say(first);
    expect(newsStore.getState().news).not.toBeNull();
  });
  return heard;
}

test("the first news are no change; later ones say whether something ran out, and end with the following", async () => {
  const heard = await follow();
  expect(heard).toEqual([]);
  say({ outOfStockProductIds: ["3024"] });
  expect(heard).toEqual([{ isOfCatalog: true }]);
  expect(newsStore.getState().news?.outOfStockProductIds).toEqual(["3024"]);
  say({ outOfStockProductIds: ["3024"] });
  expect(heard.at(-1)).toEqual({ isOfCatalog: false });
  const before = heard.length;
  stop();
  expect(newsStore.getState()).toEqual({ key: null, news: null });
  say();
  expect(heard).toHaveLength(before);
});

test("where the order goes elsewhere the news are another restaurant's, and none until it speaks", async () => {
  await follow();
  putOrder({ method: aMethod({ restaurantId: "13" }) });
  expect(newsStore.getState()).toEqual({ key: "13 pickup", news: null });
  putOrder({ method: null });
  expect(newsStore.getState()).toEqual({ key: null, news: null });
});

const cart = anOrder({ items: [orderItem()] });
const body = cartBodyOf(cart) ?? { orderItems: [] };
const priced = { items: cart.items, priced: pricedCart(body), isPriced: true };
const shut = { availability: anAvailability(1_000_000, { selectorStatus: "Closed" }) };

test.each<
  [what: string, parts: Parameters<typeof putOrder>[0], first: Partial<ShopFrame>, heard: NewsChange[]]
>([
  [
    "what is in the cart has run out since",
    priced,
    { outOfStockProductIds: ["3001"] },
    [{ isOfCatalog: true }],
  ],
  ["something else has run out", priced, { outOfStockProductIds: ["3024"] }, []],
  ["the restaurant has closed since", priced, shut, [{ isOfCatalog: false }]],
  ["it is a preorder", { ...priced, method: aMethod({ preorderTime: "2100-11-25 19:45" }) }, shut, []],
  ["nothing was priced yet", { items: priced.items }, shut, []],
])("the first news are news to the cart's price where %s", async (_, parts, first, expected) => {
  expect(await follow(parts, first)).toEqual(expected);
});
