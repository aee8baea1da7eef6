/** The page of the cart, opened with an order of two pizzas. */
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, vi } from "vitest";
import { type Answer, serve } from "../../../api/testing/server";
import type { MenuProduct, PaymentMethod, PricedCart, User } from "../../../api/wire";
import { aCategory, aMenu } from "../../../products/testing/aProduct";
import { CALL_CENTRE_USER, knowing } from "../../../session/testing/people";
import { NOBODY } from "../../../session/userSession";
import { cartBodyOf } from "../../../shop/cart/body";
import { NEW_ORDER, type Order } from "../../../shop/cart/order";
import { memorize } from "../../../shop/checkout/memory";
import { putOrder } from "../../../shop/testing/cart";
import { putNews } from "../../../shop/testing/news";
import { pricedCart } from "../../../shop/testing/orders";
import { Component } from "../CartPage";
import { card } from "./methods";

/** The call that prices the cart. */
export const PRICE = "POST /api/pricing/pricing/customer/cart";
/** The answer to it. */
export const priced: PricedCart = {
  validationResult: { isValid: true, messages: [] },
  orderItems: [],
  pricingDetails: {
    lineItemsSubTotal: 29.8,
    lineItemDiscountsTotal: 2,
    lineItemsTotal: 27.8,
    shippingChargesSubTotal: 4.9,
    shippingChargesDiscountTotal: 0,
    shippingChargesTotal: 4.9,
    servicesSubTotal: 0,
    grandTotal: 32.7,
    vatTotal: 3.89,
    vat: [{ percent: 13.5, gross: 32.7, vat: 3.89 }],
    campaignPrepaidTotal: 0,
    loyaltyPrepaidTotal: 0,
    b2BPrepaidTotal: 0,
    prepaidAmountTotal: 0,
    shippingChargesPrepaidTotal: 0,
  },
  payable: 32.7,
  discountDetails: { campaigns: [], orderPaymentDetails: { splitPayments: [] } },
  promotionCodes: [],
  notApplicableCampaigns: [],
  globalCampaignsWithPostPurchaseActions: [],
  crossSellOptionDetails: [],
  isLunchTime: false,
  deliveryServiceFee: 0,
  phoneOrderFee: 0,
  deliveryWithoutPackaging: false,
  deliveryWithoutPackagingAvailable: false,
  outOfStockProductIds: [],
  vatPercent: 13.5,
  estimateMinutes: 35,
};
/** Two Margaretas to be fetched, priced. */
export const order: Order = {
  ...NEW_ORDER,
  method: {
    orderType: "pickup",
    restaurantId: "12",
    restaurantName: "Ovelle Kaisaniemi",
    preorderTime: null,
    address: null,
    zoneId: null,
    deliveryZoneVersion: null,
  },
  items: [
    {
      uuid: "a",
      productId: "3001",
      sizeId: "101",
      name: "Margareta",
      sizeName: "Normaali",
      productCategoryId: "pizza",
      ingredients: null,
      unitPrice: 14.9,
      addedFrom: null,
      quantity: 2,
      comboId: null,
      comboCampaignCode: null,
    },
  ],
  contact: { ...NEW_ORDER.contact, name: "Aino", phone: "040 123 4567", email: "aino@example.fi" },
  paymentMethod: "scheme",
  priced,
  isPriced: true,
};
export const klarna = { ...card, id: "klarna", name: "Klarna", group: "payLater", paymentDays: 14 };
export const edenred = { ...card, id: "edenred", name: "Edenred", group: "lunchBenefit", disabled: true };

/** Before each test nothing is kept, and nothing is shown. */
export function withFreshCheckout() {
  beforeEach(() => {
    sessionStorage.clear();
    cleanup();
    vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    localStorage.clear();
    putNews(null);
    memorize({ attempt: null, acceptedAt: null });
  });
}

/** What the server answers otherwise than usual, and where the page opens. */
export interface Server {
  menu?: Answer;
  methods?: PaymentMethod[];
  isCallCentre?: boolean;
  /** Who is signed in. */
  user?: User;
  at?: string;
  /** What else it answers. */
  more?: Record<string, Answer>;
}

/** Opens the cart with an order, as the browser keeps it; answers what was asked of the server. */
export function open(change: Partial<Order> = {}, server: Server = {}) {
  const {
    menu,
    methods = [card, klarna, edenred],
    isCallCentre = false,
    user = null,
    at = "/ostoskori",
    more = {},
  } = server;
  const opened = { ...order, ...change };
  const body = cartBodyOf(opened);
  putOrder(opened);
  const asked = serve({
    "GET /api/commerce/v2/shops/12": { status: 200, body: { shopExternalId: "1012" } },
    "GET /api/payments/methods?shopExternalId=1012": { status: 200, body: methods },
    "GET /api/commerce/v2/shoppingcart/payments?shopId=12&deliveryMethod=pickup": { status: 200, body: [] },
    [PRICE]: { status: 200, body: { ...priced, ...(body && { orderItems: pricedCart(body).orderItems }) } },
    ...more,
    ...(menu && { "GET /api/commerce/v2/shops/12/menu?orderType=pickup": menu }),
  });
  const client = knowing(
    isCallCentre ? { user: CALL_CENTRE_USER, roles: ["callcentre"] } : { ...NOBODY, user },
  );
  const router = createMemoryRouter([{ path: "/ostoskori", element: <Component /> }], {
    initialEntries: [at],
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

/** A menu that has these products. */
export function menuWith(...products: MenuProduct[]): Server {
  const categories = products.map((one) => aCategory(one.productCategoryId, [one]));
  return { menu: { status: 200, body: aMenu({ categories }) } };
}
