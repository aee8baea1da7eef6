/** Somebody with an account: it is made by calls of the browser itself, so its cookie is the browser's. */
import type { APIRequestContext, APIResponse } from "playwright-core";
import type { AddressBody, CartBody, PricedCart, User, UserAddress } from "../../src/api/wire";
import { OPEN } from "./checkoutPage";
import { type Shopper, shopperTo } from "./shopper";
import type { Visit, VisitOptions } from "./visit";
import type { Visitors, World } from "./world";

/** Their password, wherever one is asked. */
export const PASSWORD = "tuli on irti uunissa";

let count = 0;

/** A browser in which somebody is signed in. */
export interface Member extends Visit {
  readonly email: string;
}

/** An e-mail that nobody has yet. */
export function freshEmail(): string {
  count += 1;
  return `noora.${count}.${Date.now()}@posti.example`;
}

/** Makes an account and signs in with it; nothing is opened yet. */
export async function memberTo(
  world: Visitors,
  who: Shopper = null,
  how: VisitOptions = {},
): Promise<Member> {
  const visit = await shopperTo(world, who, how);
  const email = freshEmail();
  const { challenge } = await ask<{ challenge: string }>(visit, "post", "/api/users/captcha", {
    action: "register",
  });
  await ask(visit, "post", "/api/users/register", {
    firstName: "Noora",
    lastName: "Virtanen",
    phone: "040 123 4567",
    email,
    username: email,
    logonId: email,
    password: PASSWORD,
    acceptedTerms: true,
    acceptedLoyaltyTerms: true,
    emailMarketingPermission: false,
    showLoyaltySignUpPage: false,
    birthdate: "",
    // The puzzle is none where limits are off.
    googleRecaptchaToken: `${challenge}.0`,
  });
  return Object.assign(visit, { email });
}

/** As {@link memberTo}, and opens a page. */
export async function member(
  world: World,
  path: string,
  who: Shopper = null,
  how: VisitOptions = {},
): Promise<Member> {
  const visit = await memberTo(world, who, how);
  await visit.open(path);
  return visit;
}

/** Saves an address of a street in Helsinki. */
export async function saveAddress(visit: Visit, parts: Partial<AddressBody> = {}): Promise<UserAddress> {
  return await ask(visit, "post", "/api/users/me/addresses", {
    streetAddress: "Liisankatu 12",
    apartmentNumber: "B 7",
    zipCode: "00170",
    city: "Helsinki",
    extraInfo: "",
    latitude: "60.1741",
    longitude: "24.9536",
    primaryAddress: false,
    ...parts,
  });
}

/** Says something new of the account. */
export async function change(visit: Visit, body: Record<string, unknown>): Promise<User> {
  return await ask(visit, "patch", "/api/users/me", body);
}

/** An item as it is ordered. */
export interface Wish {
  productId: string;
  sizeId: string;
  quantity?: number;
}

/** Two pizzas of the menu that cost the same at every hour. */
export const RATAPIHA: Wish = { productId: "3205", sizeId: "101" };

/** Places an order that is picked up and paid at the counter. */
export async function order(visit: Visit, wishes: readonly Wish[] = [RATAPIHA]): Promise<string> {
  const cart = {
    shopId: OPEN.kaisaniemi,
    orderType: "pickup",
    paymentMethod: "onsite",
    deliveryContact: {
      firstName: "Noora",
      lastName: "Virtanen",
      phoneNumber: "040 123 4567",
      email: "noora@posti.example",
    },
    orderItems: wishes.map(({ productId, sizeId, quantity = 1 }, at) => ({
      uuid: `line-${at}`,
      productId,
      sizeId,
      quantity,
      ingredients: null,
    })),
  } satisfies Partial<CartBody>;
  const priced = await ask<PricedCart>(visit, "post", "/api/pricing/pricing/customer/cart", cart);
  const { orderId } = await ask<{ orderId: string }>(visit, "post", "/api/commerce/v2/shoppingcart/order", {
    ...cart,
    grandTotal: priced.pricingDetails.grandTotal,
  });
  return orderId;
}

/** Makes an order the favourite. */
export async function favour(visit: Visit, orderId: string): Promise<void> {
  await ask(visit, "post", "/api/commerce/v2/favourites/order", { orderId });
}

/** Calls the server as the browser does, and reads what it answers. */
export async function ask<Answer>(
  { page, proxy }: Visit,
  method: "get" | "post" | "patch" | "delete",
  path: string,
  data?: unknown,
): Promise<Answer> {
  const request: APIRequestContext = page.context().request;
  const answer: APIResponse = await request[method](proxy.url + path, {
    headers: { "X-Ovelle-Csrf": "1" },
    ...(data !== undefined && { data }),
  });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  const text = await answer.text();
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}
