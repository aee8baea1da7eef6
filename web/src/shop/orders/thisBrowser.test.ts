// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { dispatch, currentOrder } from "../cart/useCart";
import { ORDER_KEY } from "../cart/storage";
import { memorize } from "../checkout/memory";
import { putOrder } from "../testing/cart";
import { aMethod, anAddress, orderItem } from "../testing/orders";
import { placedIsOver, placedOrders, rememberPlaced } from "./placedOrders";
import { isRemembered, remember, rememberNoMore } from "./rememberHere";
import { forgetAll, forgetHere, isSomebodyKnown, tidyBrowser } from "./thisBrowser";

const DAY_MS = 24 * 60 * 60_000;
const contact = {
  name: "Aino Virtanen",
  phone: "040 123 4567",
  email: "aino@example.fi",
  address: anAddress(),
  requireAddressDetails: true,
  deliveryDistance: 2,
};
const method = aMethod({ orderType: "delivery", address: anAddress(), zoneId: "z1" });
const placed = (orderId: string) => ({
  orderId,
  orderKey: `key-${orderId}`,
  placedAt: new Date().toISOString(),
});
const kept = () => Object.values(localStorage).join("\n");
const ids = () => placedOrders().map(({ orderId }) => orderId);
/** Until the cart has done what it was asked. */
const settled = () => dispatch({ type: "setWithoutPackaging", wanted: false }, true);

beforeEach(async () => {
  forgetAll();
  await settled();
  localStorage.clear();
  putOrder({ method, contact, additionalInfo: "ovikoodi 1234", items: [orderItem()] });
});

test("an order that nobody has touched for a day loses who ordered, and keeps what is in the cart", async () => {
  tidyBrowser(Date.now() + DAY_MS - 1000);
  await settled();
  expect(isSomebodyKnown()).toBe(true);
  tidyBrowser(Date.now() + DAY_MS + 1000);
  await settled();
  expect(isSomebodyKnown()).toBe(false);
  expect(kept()).not.toMatch(/Aino|040 123|aino@|Liisankatu|1234/);
  expect(currentOrder()).toMatchObject({ method: null, items: [{ productId: "3001" }] });
});

test("what an earlier version kept without asking, and without saying when, goes at once", async () => {
  const { keptAt: _, ...old } = JSON.parse(localStorage.getItem(ORDER_KEY) ?? "{}") as Record<
    string,
    unknown
  >;
  localStorage.setItem(ORDER_KEY, JSON.stringify(old));
  localStorage.setItem("pickup_search_query", "Liisankatu 12");
  tidyBrowser();
  await settled();
  expect(kept()).not.toMatch(/Aino|Liisankatu/);
});

test("who has said who they are before anything was tidied up is not forgotten", async () => {
  const day = Date.now() + 2 * DAY_MS;
  tidyBrowser(day, { order: null, at: 0 });
  const before = { order: { ...currentOrder(), contact: { ...contact, name: "Eino" } }, at: 0 };
  tidyBrowser(day, before);
  tidyBrowser(day, { ...before, order: { ...currentOrder(), method: null } });
  await settled();
  expect(currentOrder()).toMatchObject({ contact, method: { address: anAddress() } });
  tidyBrowser(day, { order: currentOrder(), at: 0 });
  await settled();
  expect(isSomebodyKnown()).toBe(false);
});

test("remembered for thirty days it stays, and then goes", async () => {
  remember();
  rememberPlaced(placed("10001"));
  placedIsOver("10001", isRemembered());
  tidyBrowser(Date.now() + 29 * DAY_MS);
  await settled();
  expect(currentOrder().contact.name).toBe("Aino Virtanen");
  expect(ids()).toEqual(["10001"]);
  tidyBrowser(Date.now() + 31 * DAY_MS);
  await settled();
  expect(isSomebodyKnown()).toBe(false);
  expect(ids()).toEqual([]);
  expect(localStorage.getItem("ovelle.remember")).toBeNull();
});

test("the link of an order stays until it is over, where nobody is remembered", () => {
  rememberPlaced(placed("10001"));
  rememberPlaced(placed("10002"));
  placedIsOver("10001", isRemembered());
  expect(ids()).toEqual(["10002"]);
});

test("forgetting empties address and last order, and leaves the running order's link", async () => {
  remember();
  rememberPlaced(placed("10001"));
  rememberPlaced(placed("10002"));
  placedIsOver("10001", true);
  localStorage.setItem("pickup_search_query", "Kallio");
  forgetHere();
  await settled();
  expect(isRemembered()).toBe(false);
  expect(ids()).toEqual(["10002"]);
  expect(kept()).not.toMatch(/Aino|Liisankatu|Kallio"|1234/);
});

test("who signs out leaves nothing", async () => {
  remember();
  rememberPlaced(placed("10001"));
  forgetAll();
  await settled();
  expect(isRemembered()).toBe(false);
  expect(ids()).toEqual([]);
  expect(currentOrder().items).toEqual([]);
  expect(kept()).not.toMatch(/Aino|Liisankatu|key-10001/);
});

test("a try to order that is too old to count does not stay in writing", () => {
  const begunAt = Date.now() - 24 * 60 * 60_000;
  const bodies = ['{"deliveryContact":{"firstName":"Aino"},"orderItems":[]}'];
  memorize({ attempt: { key: "k", bodies, begunAt, isUnsure: true, order: null }, acceptedAt: null });
  tidyBrowser();
  expect(localStorage.getItem("ovelle.checkout")).not.toContain("Aino");
  rememberNoMore();
});
