// @vitest-environment jsdom
/** What of past items comes into the cart again, and what of them is said. */
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusal, serve } from "../../api/testing/server";
import { productOf } from "../../products/editor/testing/menu";
import { aUser } from "../../session/testing/people";
import { currentOrder, dispatch } from "../cart/useCart";
import { currentProblems } from "../errors/problems";
import { putOrder } from "../testing/cart";
import { aMethod, orderItem } from "../testing/orders";
import { pastItem } from "../testing/reorder";
import { addAgain, addFavourite, unitsSince } from "./addAgain";
import { takeBack } from "./justAdded";
import { planOf } from "./plan";

beforeEach(() => {
  localStorage.clear();
  putOrder();
});
afterEach(() => vi.unstubAllGlobals());

const NOTHING = { products: new Set<string>(), ingredients: new Set<string>() };
const margherita = productOf("3001", "101");
const PRODUCT = "GET /api/commerce/v2/products/3001?sizeId=101&ingredients=1305";

// spec: RO-17
test.each([
  ["a product that there is not", null, NOTHING],
  ["a size that it has no more", { ...margherita, productSizes: [] }, NOTHING],
  ["what has run out everywhere", { ...margherita, isOutOfStock: true }, NOTHING],
  ["what has run out here", margherita, { ...NOTHING, products: new Set(["3001"]) }],
  ["what is sold at another hour", { ...margherita, isAvailableNow: false }, NOTHING],
])("%s is dropped, by name", (_, product, stock) => {
  expect(planOf([pastItem()], [product], stock)).toEqual({
    items: [],
    dropped: ["Perfetta"],
    hasLostIngredients: false,
  });
});

test("what is to be had comes as it was, with all that was on it", () => {
  const { items, dropped, hasLostIngredients } = planOf([pastItem()], [margherita], NOTHING);
  expect(items).toMatchObject([
    {
      quantity: 2,
      item: {
        productId: "3001",
        sizeId: "101",
        unitPrice: 14.9,
        ingredients: [
          { ingredientId: "1301", quantity: 0 },
          { ingredientId: "1305", quantity: 2 },
        ],
      },
    },
  ]);
  expect([dropped, hasLostIngredients]).toEqual([[], false]);
});

test.each([
  ["the kitchen knows no more", ["1305"], NOTHING],
  ["has run out", [], { ...NOTHING, ingredients: new Set(["1305"]) }],
])("an ingredient that %s is left out", (_, unknown, stock) => {
  const shared = { sizeId: "101", ingredients: [], unknown, message: null };
  const { items, hasLostIngredients } = planOf([pastItem()], [{ ...margherita, shared }], stock);
  expect(items[0]?.item.ingredients).toMatchObject([{ ingredientId: "1301", quantity: 0 }]);
  expect(hasLostIngredients).toBe(true);
});

test("what was added is taken back, and nothing else", async () => {
  serve({ [PRODUCT]: { status: 200, body: margherita } });
  await addAgain(new QueryClient(), aUser(), [pastItem()]);
  await dispatch({ type: "increaseItem", uuid: currentOrder().items[0]?.uuid ?? "" });
  expect(currentOrder().items).toMatchObject([{ productId: "3001", quantity: 3 }]);
  await takeBack();
  expect(currentOrder().items).toMatchObject([{ productId: "3001", quantity: 1 }]);
  await takeBack();
  expect(currentOrder().items).toHaveLength(1);
});

test("lines that have grown are counted by what they grew", () => {
  const [one, three] = [orderItem(), orderItem({ quantity: 3 })];
  expect(unitsSince([one], [three, { ...one, uuid: "b" }])).toEqual([
    { uuid: "a", quantity: 2 },
    { uuid: "b", quantity: 1 },
  ]);
});

const FAVOURITE = "GET /api/commerce/v2/customers/orders/10001";
const favourite = (...orderItems: ReturnType<typeof pastItem>[]) => ({
  status: 200,
  body: [{ orderId: "10001", orderPlacedAt: "2026-11-27T16:30:00Z", shoppingCartPrice: { orderItems } }],
});
const noora = aUser({ favouriteOrderId: "10001" });
const codes = () => currentProblems().map(({ messageCode }) => messageCode);
const words = () => currentProblems().map(({ message }) => message);

// spec: RO-23
test("of the favourite it is said that nothing is left, that some is dropped, that something is not on it", async () => {
  const gone = pastItem({ uuid: "gone", inactive: true, name: "Entinen (poistunut valikoimasta)" });
  serve({ [FAVOURITE]: favourite(gone) });
  expect(await addFavourite(new QueryClient(), noora)).toBe("none");
  expect(codes()).toEqual(["favourite/none-available"]);
  expect(words()).toEqual(["Suosikkitilauksesi tuotteita ei ole enää. Vaihda tilaus asiakastilillä."]);
  putOrder();
  serve({ [FAVOURITE]: favourite(gone, pastItem()), [PRODUCT]: { status: 200, body: margherita } });
  expect(await addFavourite(new QueryClient(), noora)).toBe("part");
  expect(codes()).toEqual(["favourite/some-dropped"]);
  expect(words()).toEqual(["Osa tuotteista ei ole saatavilla, eikä niitä lisätty."]);
  expect(currentOrder().items).toHaveLength(1);
  putOrder();
  const shared = { sizeId: "101", ingredients: [], unknown: ["1305"], message: null };
  serve({ [FAVOURITE]: favourite(pastItem()), [PRODUCT]: { status: 200, body: { ...margherita, shared } } });
  expect(await addFavourite(new QueryClient(), noora)).toBe("part");
  expect(codes()).toEqual(["favourite/ingredients-dropped"]);
  expect(words()).toEqual(["Osa täytteistä poistettiin. Tarkista ostoskori."]);
  putOrder();
  serve({ [FAVOURITE]: refusal(503, "service/unavailable", "Palvelu ei vastaa.") });
  expect(await addFavourite(new QueryClient(), noora)).toBe("none");
  expect(codes()).toEqual(["reorder/unreachable"]);
});

test("a set-up that was made stays; without one the favourite address is delivered to", async () => {
  const address = {
    addressId: "1",
    streetAddress: "Liisankatu 12",
    apartmentNumber: "B 7",
    zipCode: "00170",
    city: "Helsinki",
    primaryAddress: true,
    extraInfo: "",
    latitude: "60.1741",
    longitude: "24.9536",
  };
  const user = aUser({ primaryAddress: address, addresses: [address] });
  const shop = { restaurantId: "12", displayName: "Kallio", zoneId: "12-1", deliveryZoneVersion: "V1" };
  const asked = serve({
    "GET /api/commerce/v2/shops/delivering?lat=60.1741&lng=24.9536": {
      status: 200,
      body: [
        { ...shop, restaurantId: "11", selectorStatus: "Closed" },
        { ...shop, selectorStatus: "Open" },
      ],
    },
  });
  await addAgain(new QueryClient(), user, [pastItem()]);
  expect(currentOrder().method).toMatchObject({
    orderType: "delivery",
    restaurantId: "12",
    address: { streetAddress: "Liisankatu 12", apartmentNumber: "B 7" },
  });
  const count = asked.filter(({ call }) => call.includes("delivering")).length;
  putOrder({ method: aMethod({ restaurantId: "14" }) });
  await addAgain(new QueryClient(), user, [pastItem()]);
  expect(currentOrder().method?.restaurantId).toBe("14");
  expect([count, asked.filter(({ call }) => call.includes("delivering")).length]).toEqual([1, 1]);
});
