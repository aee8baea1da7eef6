/** Each failure that pricing, placing and paying can answer, as a person sees it there (ordering §6, §8). */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../api/testing/server";
import type { CartMessage, MessageCode } from "../../api/wire";
import { routes } from "../../app/routes";
import { loadPages } from "../../app/routing/lazyPage";
// The news of the restaurant load it by themselves; here it is there before a test begins.
import "../../live/tabShops";
import type { Order } from "../../shop/cart/order";
import { memorize } from "../../shop/checkout/memory";
import { putOrder } from "../../shop/testing/cart";
import { aDelivery, aMethod, anOrder, orderItem, pricedCart } from "../../shop/testing/orders";
import {
  CART,
  type CartCode,
  INCORRECT,
  KIND,
  keysOf as namesOf,
  NAME,
  payingOf,
  PLACING,
  PUT_AWAY,
  type Told,
} from "./testing/failures";
import { card } from "./testing/methods";

const PRICE = "POST /api/pricing/pricing/customer/cart";
const PLACE = "POST /api/commerce/v2/shoppingcart/order";
const PAY = "POST /api/payments/pay";
const DETAILS = "POST /api/commerce/v2/order/DetailsByKey";
const TOKEN = "POST /api/pricing/delivery-price-token";
const SHOP = "GET /api/commerce/v2/shops/12";
const OTHER = "Tuote 3002";
const LINES = [orderItem({ name: NAME }), orderItem({ uuid: "b", productId: "3002", name: OTHER })];

const contact = { ...anOrder().contact, name: "Aino", phone: "040 123 4567", email: "aino@example.fi" };
const placed = {
  orderID: "10001",
  orderId: "10001",
  orderKey: "abc",
  paymentStatus: 1,
  grandTotal: 20,
  payable: 20,
  payment: { action: "error", amount: 20, redirectUrl: null, errorCode: 1040006 },
  trackingUrl: "/tilaus/10001",
  expiresAt: null,
};

// As the app does before it shows a page.
beforeAll(() => loadPages(routes, "/ostoskori"));

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  localStorage.clear();
  memorize({ attempt: null, acceptedAt: null });
});

const ok = (body: unknown): Answer => ({ status: 200, body });
const sound = ok(pricedCart({ orderItems: LINES.map(asSent) }));

/** A fee that is held, but never for long. */
const held = ok({ token: "t", deliveryFee: 8.9, expiresAt: "2026-01-01T00:00:00Z" });

function asSent({ uuid, productId, sizeId, quantity }: (typeof LINES)[number]) {
  return { uuid, productId, sizeId, quantity };
}

/** Opens the cart of two pizzas, where the server answers so. */
function open(answers: Record<string, Answer | Answer[]>, parts: Partial<Order> = {}) {
  const asked = serve({
    [PRICE]: sound,
    [SHOP]: ok({ shopExternalId: "1012" }),
    "GET /api/payments/methods?shopExternalId=1012": ok([card]),
    "GET /api/commerce/v2/shoppingcart/payments?shopId=12&deliveryMethod=pickup": ok([]),
    ...answers,
  });
  putOrder({ method: aMethod(), items: LINES, contact, paymentMethod: "scheme", ...parts });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/ostoskori"] })} />
    </QueryClientProvider>,
  );
  return asked;
}

/** A cart that the server finds fault with. */
function judged(code: CartCode, { kind, about, words }: Told): Answer {
  const isLine = about === "line" || about === "gone" || about === "warning";
  const item = isLine && { uuid: "a", productId: "3001", name: NAME, quantity: 1 };
  const metadata = { ...(item && { item }), ...(about === "code" && { promotionCode: "etu" }) };
  const message = aMessage(code, KIND[kind], words, metadata);
  const unused = { ...message, campaignId: "etu", campaignName: "Etu", promotionCode: "etu" };
  const items = about === "gone" ? LINES.slice(1) : LINES;
  const isKept = about === "kept-code";
  return ok(
    pricedCart(
      { orderItems: items.map(asSent), promotionCodes: isKept ? ["etu"] : [] },
      {
        validationResult: { isValid: isKept || about === "warning", messages: isKept ? [] : [message] },
        ...(isKept && { notApplicableCampaigns: [unused] }),
      },
    ),
  );
}

function aMessage(
  messageCode: MessageCode,
  displayKind: number,
  message: string,
  metadata: object,
): CartMessage {
  return JSON.parse(JSON.stringify({ messageCode, displayKind, message, metadata }));
}

const anyButton = () => screen.getByRole("button", { name: /^(Maksa|Tilaa|Hinta päivittyy|Puuttuu)/ });
const row = (name: string) => screen.queryByRole("heading", { name })?.closest("li") ?? null;
const bars = () =>
  screen
    .queryAllByRole("alert")
    .filter((bar) => within(bar).queryByRole("button", { name: "Sulje virheilmoitus" }) !== null);
const has = (part: HTMLElement | null, words: string) =>
  part !== null && within(part).queryByText(words) !== null;

/** Where the words are read now, and what can be done. */
function seen(words: string): string[] {
  const field = screen.getByRole("textbox", { name: "Kampanjakoodi" });
  const described = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  const places = {
    dialog: screen.queryByRole("dialog", { name: words }) !== null,
    bar: bars().some((bar) => has(bar, words)),
    button: has(anyButton().parentElement, words),
    line: has(row(NAME), words),
    field: described.some((id) => document.getElementById(id)?.textContent === words),
    code: has(screen.queryByRole("list", { name: "Käytössä olevat koodit" }), words),
    gone: row(NAME) === null && row(OTHER) !== null,
    "no restaurant": screen.queryByText("Ole hyvä ja valitse ensin ravintola!") !== null,
    stopped: anyButton().getAttribute("aria-disabled") === "true",
  };
  return Object.entries(places).flatMap(([place, isThere]) => (isThere ? [place] : []));
}

/** Where the words are to be read, and what can be done. */
function expected(code: CartCode, { kind, about }: Told): string[] {
  // Without a preorder the restaurant is chosen anew.
  if (code === "preorder/not-available") return ["bar", "no restaurant", "stopped"];
  const shown = { M: ["dialog"], B: ["bar"], N: [] }[kind];
  const there = {
    whole: ["button", "stopped"],
    line: ["line", "stopped"],
    // What went stands in nobody's way.
    gone: ["gone"],
    code: ["field"],
    "kept-code": ["code"],
    warning: ["line"],
  }[about];
  return [...shown, ...there];
}

const cases = (...codes: CartCode[]) => codes.map((code): [CartCode, Told] => [code, CART[code]]);
const casesOf = (families: RegExp) =>
  cases(...(Object.keys(CART) as CartCode[]).filter((code) => families.test(code)));

async function expectTold(code: CartCode, message: Told) {
  const promotionCodes = message.about.endsWith("code") ? ["etu"] : [];
  const method = code.startsWith("delivery/price-token") ? aDelivery() : aMethod();
  open({ [PRICE]: judged(code, message), [TOKEN]: held }, { promotionCodes, method });
  await screen.findByRole("heading", { name: "Kassa" });
  await waitFor(() => expect(seen(message.words)).toEqual(expected(code, message)));
}

describe("the cart's messages", () => {
  // spec: ER-06, ER-08, ER-09
  test.each(
    cases(
      "cart/empty",
      "shop/is-closed",
      "campaign/minimum-order",
      "campaign/preorder-not-allowed",
      "campaign/payment-method",
      "delivery/price-token-expired",
      "delivery/price-token-invalid",
    ),
  )("%s is said where it belongs, by itself nowhere", expectTold);

  const notThen = "shop/delivery/not-possible-at-the-time";
  // spec: ER-07
  test.each<[CartCode, Told]>([
    [notThen, CART[notThen]],
    [notThen, { ...CART[notThen], kind: "B" }],
  ])("%s is shown by itself nowhere, and of a preorder in a bar", expectTold);

  // spec: ER-10, ER-11, ER-12, ER-13, ER-14
  test.each(
    cases(
      "shop/delivery-method-not-available",
      "shop/offline",
      "shop/not-online",
      "preorder/time-not-valid",
      "shop/delivery/outside-of-range",
    ),
  )("%s is said in a bar", expectTold);

  // spec: ER-15, ER-25, ER-28, ER-30
  test.each(
    cases(
      "product/not-found",
      "product/not-in-shop-menu",
      "product/not-in-default-menu",
      "product/not-sold-at-time",
      "preorder/not-available",
      "preorder/too-soon",
    ),
  )("%s: what cannot be had goes or stays with its word", expectTold);

  // spec: ER-24, ER-29
  test.each(casesOf(/^(product\/(?!not-(found|in|sold))|alcohol)/))("%s stands at its line", expectTold);

  // spec: ER-26
  test.each(casesOf(/^campaign\/(?!minimum|preorder|payment)/))("%s stands at the code", expectTold);

  // spec: ER-04, ER-05
  test("a dialog and a bar are closed by their buttons", async () => {
    const dialog = CART["product/out-of-stock"];
    open({ [PRICE]: judged("product/out-of-stock", dialog) });
    await userEvent.click(
      within(await screen.findByRole("dialog", { name: dialog.words })).getByRole("button", {
        name: "Sulje virheikkuna",
      }),
    );
    await waitFor(() => expect(seen(dialog.words)).toEqual(["line", "stopped"]));
    cleanup();
    const bar = CART["shop/offline"];
    open({ [PRICE]: judged("shop/offline", bar) });
    await userEvent.click(await screen.findByRole("button", { name: "Sulje virheilmoitus" }));
    expect(seen(bar.words)).toEqual(["button", "stopped"]);
  });
});

const button = () => screen.findByRole("button", { name: /^(Maksa|Tilaa) \d/ });
const buttonArea = () => anyButton().parentElement ?? document.body;

describe("what the browser finds by itself", () => {
  const lines = (...sent: object[]) => ok(pricedCart({ orderItems: sent as ReturnType<typeof asSent>[] }));
  const [first, second] = LINES.map(asSent);
  const dose = { ingredientId: "1301", quantity: 1 };
  const unheard = { status: 422, body: { messageCode: "request/invalid", message: "x", metadata: {} } };

  // spec: ER-19, ER-31, PR-14, PR-21
  test.each<[what: string, answer: Answer, words: string]>([
    ["a line that the server left out", lines({ ...second }), PUT_AWAY],
    [
      "a line that was never sent",
      lines({ ...first }, { ...second }, { ...second, uuid: "c" }),
      "Tapahtui odottamaton virhe",
    ],
    [
      "a code that was never sent",
      ok(pricedCart({ orderItems: LINES.map(asSent), promotionCodes: ["vieras"] })),
      "Tapahtui odottamaton virhe",
    ],
  ])("%s is said in a dialog", async (_, answer, words) => {
    open({ [PRICE]: answer });
    expect(await screen.findByRole("dialog", { name: words })).toBeVisible();
    expect(row(OTHER)).toBeVisible();
  });

  // spec: PR-18, ER-32
  test("a line that came back with something else on it goes, and that is said", async () => {
    const ingredients = [{ ...dose, name: "Kinkku", categoryId: "toppings", recipeQuantity: 0 }];
    const answer = lines({ ...first, ingredients: [{ ...dose, quantity: 2 }] }, { ...second });
    open({ [PRICE]: answer }, { items: [{ ...orderItem({ name: NAME }), ingredients }, ...LINES.slice(1)] });
    expect(await screen.findByRole("dialog", { name: INCORRECT })).toBeVisible();
    expect(row(NAME)).toBeNull();
  });

  // spec: CA-30, ER-33
  test("an action that the server refuses is told, and the next one goes through", async () => {
    open({ [PRICE]: [sound, unheard, sound] });
    await waitFor(async () => expect(await button()).toHaveAttribute("aria-disabled", "false"));
    await userEvent.click(screen.getByRole("button", { name: `Poista: ${OTHER}` }));
    const dialog = await screen.findByRole("dialog", { name: "Tapahtui odottamaton virhe" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Sulje" }));
    expect(row(OTHER)).toBeVisible();
    await userEvent.type(screen.getByRole("textbox", { name: "Nimi" }), "n{Tab}");
    await waitFor(async () => expect(await button()).toHaveAttribute("aria-disabled", "false"));
  });

  // spec: PR-11
  test("another fee than the one that was held is said in a bar", async () => {
    const more = ok({ token: "u", deliveryFee: 9.9, expiresAt: "2100-01-01T00:00:00Z" });
    open({ [TOKEN]: more }, { method: aDelivery(), heldDeliveryFee: 8.9 });
    await waitFor(() => expect(seen("Kuljetusmaksu on muuttunut.")).toContain("bar"));
  });

  // spec: CA-59
  test("a code that is there already is said in a bar, and at its field", async () => {
    open(
      { [PRICE]: ok(pricedCart({ orderItems: LINES.map(asSent), promotionCodes: ["etu"] })) },
      { promotionCodes: ["etu"] },
    );
    await userEvent.type(await screen.findByRole("textbox", { name: "Kampanjakoodi" }), "E tu{Enter}");
    await waitFor(() => expect(seen("Kampanjakoodi on jo lisätty")).toEqual(["bar", "field"]));
  });
});

// spec: CK-15, CK-20, ER-23, PY-16
describe("a refusal to place the order", () => {
  test.each(Object.entries(PLACING))("%s", async (messageCode, message) => {
    const refused = { status: 409, body: { messageCode, message, metadata: {} } };
    const asked = open({ [PLACE]: refused });
    await press();
    expect(await within(buttonArea()).findByText(message)).toBeVisible();
    expect(row(NAME)).toBeVisible();
    // It may be pressed again, and is sent as a new intent.
    await press();
    await waitFor(() => expect(keysOf(asked)).toHaveLength(2));
    expect(new Set(keysOf(asked)).size).toBe(2);
  });

  test("order/price-changed says the new sum", async () => {
    const body = { messageCode: "order/price-changed", message: "", metadata: { grandTotal: 21.5 } };
    open({ [PLACE]: { status: 409, body } });
    await press();
    expect(await screen.findByText(/Tilauksen hinta on muuttunut\. Uusi summa on 21,50/)).toBeVisible();
  });

  // spec: CK-20
  test("that is not the server's own is told in ours", async () => {
    open({ [PLACE]: { status: 403, body: "<html>" } });
    await press();
    expect(
      await screen.findByText("Virhe tilauksen lähettämisessä. Yritä hetken kuluttua uudelleen."),
    ).toBeVisible();
  });
});

// spec: CK-03, CK-19
test("an order that the server could not look over is not sent, and that is said", async () => {
  const broken = { status: 422, body: { messageCode: "request/invalid", message: "x", metadata: {} } };
  const asked = open({ [PRICE]: [sound, broken] });
  await press();
  expect(
    await screen.findByText("Virhe tilauksen tarkistamisessa. Yritä hetken kuluttua uudelleen."),
  ).toBeVisible();
  expect(keysOf(asked)).toEqual([]);
});

test("while nobody can be reached nothing is sent, that is said, and a later press goes through", async () => {
  const away = { status: 503, body: { messageCode: "service/unavailable", message: "x", metadata: {} } };
  const asked = open({ [PRICE]: [sound, away, sound], [PLACE]: { status: 201, body: placed } });
  await press();
  expect(
    await screen.findByText("Yhteys ei toimi. Tilausta ei lähetetty, ja ostoskorisi on tallessa."),
  ).toBeVisible();
  expect(keysOf(asked)).toEqual([]);
  await press();
  await waitFor(() => expect(keysOf(asked)).toHaveLength(1));
});

// spec: CK-16
test("while the restaurant cannot be asked nothing is sent, and the next press goes through", async () => {
  const broken = { status: 503, body: { messageCode: "service/unavailable", message: "x", metadata: {} } };
  const asked = open({
    [SHOP]: [broken, ok({ shopExternalId: "1012" })],
    [PLACE]: { status: 201, body: placed },
  });
  await press();
  expect(
    await screen.findByText("Virhe ravintolan aukioloaikojen tarkistamisessa. Yritä uudelleen."),
  ).toBeVisible();
  expect(await screen.findByRole("radio", { name: card.name })).toBeChecked();
  await press();
  await waitFor(() => expect(keysOf(asked)).toHaveLength(1));
});

async function expectRefused(errorCode: number, errorMessage: string) {
  const body = {
    messageCode: "payment-error",
    message: errorMessage,
    metadata: { errorCode, errorMessage, errorData: { paymentStatus: 1, orderId: "10001" } },
  };
  const waiting = { orderId: "10001", status: -1, paymentStatus: 1, errorCode, errorMessage };
  open({
    [PLACE]: { status: 201, body: placed },
    [PAY]: { status: 409, body },
    [DETAILS]: ok({ orderData: waiting }),
  });
  await press();
  expect(await within(buttonArea()).findByText(errorMessage)).toBeVisible();
  expect(row(NAME)).toBeVisible();
}

describe("a refusal to pay", () => {
  // spec: PY-26, CK-18, CK-21
  test.each(payingOf(1_040_000, 1_040_008))("%i is told beside the button: %s", expectRefused);

  // spec: PY-27, PY-28
  test.each(payingOf(1_041_000, 1_041_022))("%i, of a card or a wallet, is told so: %s", expectRefused);

  // spec: PY-24, PY-29
  test.each(payingOf(1_041_100, 1_041_113))("%i, of who issued it, is told so: %s", expectRefused);

  // spec: PY-30
  test.each(payingOf(1_042_000, 1_042_013))("%i, of a lunch benefit, is told so: %s", expectRefused);

  // spec: PY-26, PY-27, PY-28, PY-29, PY-30
  test("each reason has its words", () => {
    expect(namesOf(1_040_000, 1_040_008)).toBe(
      "unknown orderNotFound orderAlreadyPaid noRestaurant merchantNotFound merchantInactive connection " +
        "sumMismatch splitPayment",
    );
    expect(namesOf(1_041_000, 1_041_022)).toBe(
      "amountMissing amountInvalid cardNumberInvalid cardVariantInvalid cvcTooShort cvcInvalid billingAddress " +
        "deliveryAddress recurringNotEnabled bankAccount bankCountry birthDateInvalid nameInvalid emailInvalid " +
        "phoneInvalid emailMissing phoneMissing holderMissing expiryInvalid currencyInvalid limitExceeded " +
        "applePayAmountMismatch googlePayTokenExpired",
    );
    expect(namesOf(1_041_100, 1_041_113)).toBe(
      "refused cardBlocked cardExpired refusedInvalidAmount issuerUnavailable notSupported not3dAuthenticated " +
        "notEnoughBalance cancelled restrictedCard withdrawalLimit authenticationRequired error3ds blocked",
    );
    expect(namesOf(1_042_000, 1_042_013)).toBe(
      "lunchUnauthorized lunchCardBlocked lunchInvalidNumber lunchNoMoney lunchExpired lunchSecurity " +
        "lunchDeclined lunchBlocked lunchDoNotHonor lunchNotActivated lunchComplementaryMissing " +
        "lunchGatewayBlocked lunchGatewayTimeout lunchInternal",
    );
  });
});

// spec: PY-28
describe("a method that its provider refuses", () => {
  const EXPIRED = "Korttisi on vanhentunut.";
  const refusedFor = (errorCode: number): Answer =>
    ok({ orderId: "10001", action: "refused", redirectUrl: null, errorCode });
  const answers = {
    [PLACE]: { status: 201, body: placed },
    "GET /api/payments/error-codes": ok([{ errorCode: 1041102, errorKey: "cardExpired", message: EXPIRED }]),
  };
  const methods = () => screen.findByRole("group", { name: "Valitse maksutapa" });

  test("says why where one chooses, until another is chosen", async () => {
    const phone = { ...card, id: "mobilepay", name: "MobilePay" };
    open({
      ...answers,
      [PAY]: refusedFor(1041102),
      "GET /api/payments/methods?shopExternalId=1012": ok([card, phone]),
    });
    await press();
    await waitFor(async () => expect(await methods()).toHaveAccessibleDescription(EXPIRED));
    expect(await within(buttonArea()).findByText("Maksu ei onnistunut")).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "MobilePay" }));
    await waitFor(async () => expect(await methods()).not.toHaveAccessibleDescription(EXPIRED));
  });

  test("for a reason that nobody knows says what to do", async () => {
    open({ ...answers, [PAY]: refusedFor(1049999) });
    await press();
    const words = "Yritä uudelleen tai kokeile toista maksutapaa";
    await waitFor(async () => expect(await methods()).toHaveAccessibleDescription(words));
  });
});

async function press() {
  await waitFor(async () => expect(await button()).toHaveAttribute("aria-disabled", "false"));
  await userEvent.click(await button());
}

function keysOf(asked: ReturnType<typeof open>) {
  return asked.filter(({ call }) => call === PLACE).map(({ key }) => key);
}
