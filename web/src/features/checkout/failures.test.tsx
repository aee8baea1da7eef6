/** What is wrong with the cart, as a person sees it there (docs/spec/ordering.md). */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Answer } from "../../api/testing/server";
import type { CartMessage, MessageCode } from "../../api/wire";
import { aDelivery, aMethod, orderItem, pricedCart } from "../../shop/testing/orders";
import { CART, type CartCode, INCORRECT, KIND, NAME, PUT_AWAY, type Told } from "./testing/failures";
import {
  LINES,
  OTHER,
  PRICE,
  TOKEN,
  asSent,
  button,
  held,
  ok,
  open,
  row,
  seen,
  sound,
  withLoadedCheckout,
} from "./testing/faultyCheckout";

withLoadedCheckout();

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
