/** What the server answers, and what the tests of the pages take for its answers, is the same. */
import { expect, it } from "vitest";
import type {
  Experiments,
  FoundOrders,
  IngredientRow,
  MenuListing,
  MenuProduct,
  OrderData,
  OrderPlaced,
  OrderTracking,
  PaymentErrorRow,
  PlaceOrderBody,
  PricedCart,
  Shop,
  ShopSummary,
  StaffOrder,
} from "../src/api/wire";
import type { Catalogue } from "../src/search/catalogue";
import { expectKept } from "./harness/answers";
import { Kitchen, type Registered } from "./harness/kitchen";
import { colleague, readAs } from "./harness/staff";
import { weekendEvening } from "./harness/shopper";
import { useServer } from "./harness/world";

const world = useServer({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
/** A restaurant that never closes. */
const SHOP = "12";

const on = (ingredientId: string, quantity = 1) => ({ ingredientId, quantity });

/** A pizza of one's own in the large size, one with changes, a drink and a dip, to a door. */
function order(): PlaceOrderBody {
  return {
    shopId: SHOP,
    orderType: "delivery",
    preOrderTime: null,
    paymentMethod: "scheme",
    promotionCodes: [],
    shippingInstruction: "Ovikoodi 1234",
    deliveryContact: {
      firstName: "Aino",
      lastName: "Virtanen",
      phoneNumber: "040 123 4567",
      email: "aino@example.fi",
      street: "Liisankatu 12",
      apartmentNumber: "B 7",
      postalCode: "00170",
      city: "Helsinki",
      coordinates: { lat: 60.1741, lng: 24.9536 },
    },
    orderItems: [
      {
        uuid: "own",
        productId: "3900",
        sizeId: "102",
        quantity: 1,
        ingredients: [on("1201"), on("1001"), on("1101"), on("1302", 2), on("1408")],
      },
      {
        uuid: "changed",
        productId: "3003",
        sizeId: "101",
        quantity: 2,
        ingredients: [on("1201"), on("1001"), on("1101"), on("1302"), on("1406", 0), on("1502"), on("1408")],
      },
      { uuid: "water", productId: "3024", sizeId: "302", quantity: 1 },
      { uuid: "dip", productId: "3020", sizeId: "100", quantity: 1 },
    ],
  };
}

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(world.server.url + path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}

async function call<Answer>(path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(world.server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `${path} ${answer.status}`).toBe(true);
  return (await answer.json()) as Answer;
}

/** Places the order and pays it on the provider's page. */
async function paid(): Promise<Registered> {
  const { orderId, orderKey, payment } = await call<OrderPlaced>(
    "/api/commerce/v2/shoppingcart/order",
    order(),
  );
  const session = new URL(payment.redirectUrl ?? "", world.server.url);
  const answer = await fetch(world.server.url + session.pathname, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "choice=pay",
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  return { orderId, orderKey, path: "" };
}

const details = ({ orderId, orderKey }: Registered) =>
  call<{ orderData: OrderData }>("/api/commerce/v2/order/DetailsByKey", { orderId, orderKey });

// spec: PR-01
it("of the shop", async () => {
  expectKept({ name: "shop", type: "Shop" }, await read<Shop>(`/api/commerce/v2/shops/${SHOP}`));
  const menu = await read<MenuListing>(
    `/api/commerce/v2/shops/${SHOP}/menu?orderType=pickup&preOrderTime=${encodeURIComponent(weekendEvening())}`,
  );
  // One product of each category is enough to see what they are like.
  for (const category of menu.categories) category.products.splice(1);
  expectKept({ name: "menu", type: "MenuListing" }, menu);
  const priced = await call<PricedCart>("/api/pricing/pricing/customer/cart", {
    ...order(),
    preOrderTime: weekendEvening(),
  });
  expectKept({ name: "pricedCart", type: "PricedCart" }, priced);
});

it("of what is tried", async () => {
  expectKept({ name: "experiments", type: "Experiments" }, await read<Experiments>("/api/experiments"));
});

it("of all that is searched", async () => {
  const time = encodeURIComponent(weekendEvening());
  const [menu, ingredients, shops] = await Promise.all([
    read<MenuListing>(`/api/commerce/v2/shops/${SHOP}/menu?orderType=pickup&preOrderTime=${time}`),
    read<IngredientRow[]>(`/api/commerce/v2/shops/${SHOP}/ingredients`),
    read<ShopSummary[]>("/api/commerce/v2/shops/summaries"),
  ]);
  expectKept(
    { name: "catalogue", type: "Catalogue", module: "search/catalogue" },
    searched(menu, ingredients, shops),
  );
});

/** Of the answers what the search reads. */
function searched(
  menu: MenuListing,
  ingredients: readonly IngredientRow[],
  shops: readonly ShopSummary[],
): Catalogue {
  const dish = ({
    productId,
    name,
    description,
    custom,
    allergens,
    diets,
    tags,
    ingredients: doses,
  }: MenuProduct) => ({
    productId,
    name,
    description,
    custom,
    allergens,
    diets,
    tags,
    ingredients: doses,
  });
  return {
    sections: menu.categories
      .filter(({ hidden }) => !hidden)
      .map(({ productCategoryID: id, productCategoryName: title, products }) => ({
        id,
        title,
        isFound: true,
        dishes: products.map(dish),
      })),
    ingredients: ingredients.map(({ id, name, allergens, diets, categoryId }) => ({
      id,
      name,
      allergens,
      diets,
      isTopping: categoryId === "toppings",
    })),
    shops: shops
      .filter(({ isActive, openForPickupStatus }) => isActive && openForPickupStatus !== "Hidden")
      .map(({ shopId, displayName, streetAddress, zip, city }) => ({
        shopId,
        displayName,
        streetAddress,
        zip,
        city,
      })),
  };
}

it("of what keeps a payment from going through", async () => {
  const rows = await read<PaymentErrorRow[]>("/api/payments/error-codes");
  expectKept({ name: "paymentErrors", type: "PaymentErrorRow[]" }, rows);
});

it("of an order that was paid, to its customer and to the staff", async () => {
  const kitchen = new Kitchen(world.server);
  const one = await paid();
  await expect.poll(() => kitchen.track(one)).toMatchObject({ orderInfo: { status: 0 } });
  await kitchen.reportStatus(one, "accepted");
  const tracked = (await kitchen.track(one)) as OrderTracking;
  expectKept({ name: "orderTracking", type: "OrderTracking" }, tracked);
  expectKept({ name: "orderData", type: "OrderData" }, (await details(one)).orderData);
  const person = await colleague(world.server);
  const found = await readAs<FoundOrders>(world.server, person, `/api/staff/orders?q=${one.orderId}`);
  expectKept({ name: "foundOrder", type: "FoundOrder" }, found.orders[0]);
  const seen = await readAs<StaffOrder>(world.server, person, `/api/staff/orders/${one.orderId}`);
  expectKept({ name: "staffOrder", type: "StaffOrder" }, seen);
  await kitchen.reportStatus(one, "cancelled", "Uuni hajosi.");
  await expect.poll(async () => (await details(one)).orderData.paymentStatus).toBe(3);
  expectKept({ name: "cancelledOrderData", type: "OrderData" }, (await details(one)).orderData);
});
