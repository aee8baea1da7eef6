/** Coupons: who sees which, what becomes of a press, and what stands where there are none. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CartBody, PricedCart } from "../../api/wire";
import { aMenu } from "../../products/testing/aProduct";
import { aUser } from "../../session/testing/people";
import { currentOrder } from "../../shop/cart/useCart";
import { shownProblems } from "../../shop/testing/problems";
import { pricedCart } from "../../shop/testing/orders";
import { aCoupon } from "./testing/coupons";
import { COUPONS, MENU, openCoupons } from "./testing/open";

/** A Tuesday, 16.00 in Helsinki. */
const AFTERNOON = Date.parse("2026-11-24T14:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: AFTERNOON });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const card = async (name: string) => {
  const heading = await screen.findByRole("heading", { name });
  return within(heading.closest("article") ?? document.body);
};

/** The server takes a code out of the order and says why. */
function refusing(code: string, message: string) {
  return (body: CartBody): PricedCart => {
    const priced = pricedCart({ ...body, promotionCodes: [] });
    if (!body.promotionCodes?.includes(code)) return priced;
    const fault = JSON.parse(
      JSON.stringify({
        messageCode: "campaign/not-applicable",
        message,
        displayKind: 1,
        metadata: { promotionCode: code },
      }),
    );
    return { ...priced, validationResult: { isValid: false, messages: [fault] } };
  };
}

// spec: CP-01, CP-02
test("the campaign says from when to when, and at which hours", async () => {
  openCoupons({ coupons: [aCoupon()] });
  expect(await screen.findByText("2.11. – 29.11.")).toBeVisible();
  expect(screen.getByText(/Arkisin kello 14–22.*Ennakkotilaus käy\./)).toBeVisible();
});

// spec: CP-08
test("a press puts the product with its coupon into the cart, and another takes the coupon away", async () => {
  openCoupons({ coupons: [aCoupon()] });
  const saunavuoro = await card("Saunavuoro");
  await userEvent.click(await saunavuoro.findByRole("button", { name: "Käytä: Saunavuoro" }));
  expect(await saunavuoro.findByText("Lisätty")).toBeVisible();
  expect(saunavuoro.queryByRole("button")).toBeNull();
  expect(currentOrder()).toMatchObject({
    promotionCodes: ["saunavuoro"],
    items: [{ productId: "3003", sizeId: "101", quantity: 1, addedFrom: "coupon" }],
  });
  const remove = { name: "Poista kuponki: Saunavuoro" };
  await userEvent.click(await saunavuoro.findByRole("button", remove, { timeout: 4_000 }));
  expect(await saunavuoro.findByText("Kuponki poistettiin. Tuote jäi koriin.")).toBeInTheDocument();
  await waitFor(() => expect(currentOrder().promotionCodes).toEqual([]));
  expect(currentOrder().items).toHaveLength(1);
  expect(saunavuoro.getByRole("button", { name: "Käytä: Saunavuoro" })).toBeVisible();
});

// spec: CP-08, CP-15
test("a refused coupon says why on its card alone, and leaves nothing in the cart", async () => {
  openCoupons({ coupons: [aCoupon()], price: refusing("saunavuoro", "Kuponki ei käy tähän.") });
  const saunavuoro = await card("Saunavuoro");
  await userEvent.click(await saunavuoro.findByRole("button", { name: "Käytä: Saunavuoro" }));
  expect(await saunavuoro.findByText("Kuponki ei käy tähän.")).toBeVisible();
  await waitFor(() => expect(currentOrder()).toMatchObject({ promotionCodes: [], items: [] }));
  expect(shownProblems()).toEqual([]);
  await userEvent.click(saunavuoro.getByRole("button", { name: "Sulje virheilmoitus" }));
  expect(saunavuoro.getByRole("button", { name: "Käytä: Saunavuoro" })).toBeVisible();
});

test("a coupon that takes nothing off yet says what the cart lacks, and can be given up", async () => {
  const words = "Juoma kuuluu hintaan, kun korissa on ruokaa yli 15 eurolla.";
  const lacking = (body: CartBody): PricedCart => {
    const priced = pricedCart(body);
    const [known] = body.promotionCodes ?? [];
    if (known === undefined) return priced;
    const unused = { campaignId: "k", campaignName: "K", promotionCode: known, message: words };
    const told = { messageCode: "campaign/not-applicable", displayKind: 2, metadata: {} } as const;
    return { ...priced, notApplicableCampaigns: [{ ...told, ...unused }] };
  };
  openCoupons({ coupons: [aCoupon()], price: lacking });
  const saunavuoro = await card("Saunavuoro");
  await userEvent.click(await saunavuoro.findByRole("button", { name: "Käytä: Saunavuoro" }));
  expect(await saunavuoro.findByText(words)).toBeVisible();
  expect(saunavuoro.queryByText("Lisätty")).toBeNull();
  const remove = { name: "Poista kuponki: Saunavuoro" };
  expect(await saunavuoro.findByRole("button", remove, { timeout: 4_000 })).toBeVisible();
});

// spec: CP-15
test("where the server has no words of its own, the card has", async () => {
  openCoupons({ coupons: [aCoupon()], price: (body) => pricedCart({ ...body, promotionCodes: [] }) });
  const saunavuoro = await card("Saunavuoro");
  await userEvent.click(await saunavuoro.findByRole("button", { name: "Käytä: Saunavuoro" }));
  expect(await saunavuoro.findByText("Kupongin lisääminen epäonnistui")).toBeVisible();
});

// spec: CP-04, CP-09, CP-19, SH-29
test("a guest is led to the door and to an account", async () => {
  openCoupons({ coupons: [aCoupon({ is_loyalty: true, requireLogin: true, requireLogIn: true })] });
  const locked = await card("Saunavuoro");
  expect(locked.getByText("Kotijoukoille")).toBeVisible();
  expect(locked.getByRole("link", { name: "Kirjaudu" })).toHaveAttribute("href", "/kirjaudu");
  expect(locked.queryByRole("button")).toBeNull();
  expect(screen.getByRole("link", { name: "Liity" })).toHaveAttribute("href", "/rekisteroidy");
});

// spec: CP-19
test("who is signed in may use what needs that; what is of members leads to joining", async () => {
  const coupons = [
    aCoupon({ requireLogin: true, requireLogIn: true }),
    aCoupon({ code: "vesi", id: "3024", product_size: "301", is_loyalty: true, requireLogin: true }),
  ];
  openCoupons({ coupons, user: aUser() });
  const open = await card("Saunavuoro");
  expect(await open.findByRole("button", { name: "Käytä: Saunavuoro" })).toBeVisible();
  const ofMembers = await card("Lähdevesi");
  expect(ofMembers.getByRole("link", { name: "Liity" })).toHaveAttribute("href", "/rekisteroidy/syntymaaika");
});

// spec: CP-04, CP-19
test("what is for all who sign in is not said to be of members", async () => {
  openCoupons({ coupons: [aCoupon({ requireLogin: true, requireLogIn: true })] });
  expect((await card("Saunavuoro")).getByText("Kirjautuneille")).toBeVisible();
  expect(screen.queryByText(/vain Kotijoukoille/)).toBeNull();
});

// spec: CP-05
test("a member uses it, and is told of other benefits and the terms", async () => {
  openCoupons({ coupons: [aCoupon({ is_loyalty: true })], user: aUser({ subscribedToLoyalty: true }) });
  const ofMembers = await card("Saunavuoro");
  expect(await ofMembers.findByRole("button", { name: "Käytä: Saunavuoro" })).toBeVisible();
  const hrefs = ["Omat etukoodit", "Kotijoukkojen käyttöehdot"].map((name) =>
    screen.getByRole("link", { name }).getAttribute("href"),
  );
  expect(hrefs).toEqual(["/asiakastili/etukoodini", "/ehdot/kotijoukkojen-kayttoehdot"]);
});

// spec: CP-10
test("what cannot be used from its card has its code, to be copied", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(writeText);
  openCoupons({ coupons: [aCoupon({ code: "kolmepois", id: null, product_size: null, usable: false })] });
  const copied = await card("Kuponki");
  expect(copied.getByText("KOLMEPOIS")).toBeVisible();
  await user.click(copied.getByRole("button", { name: "Kopioi koodi kolmepois" }));
  expect(writeText).toHaveBeenCalledWith("kolmepois");
  expect(await copied.findByText("Kopioitu")).toBeVisible();
  await waitFor(() => expect(copied.queryByText("Kopioitu")).toBeNull(), { timeout: 2_000 });
});

test("before two on a weekday it stands when, in the button's place", async () => {
  vi.setSystemTime(Date.parse("2026-11-24T09:00:00Z"));
  openCoupons({ coupons: [aCoupon()] });
  const later = await card("Saunavuoro");
  expect(later.getByText("Tänään kello 14 alkaen")).toBeVisible();
  expect(later.queryByRole("button")).toBeNull();
});

test("what the chosen restaurant does not have is said in the button's place", async () => {
  openCoupons({ coupons: [aCoupon({ id: "9999" })] });
  const missing = await card("Kuponki");
  expect(await missing.findByText("Ei valitsemasi ravintolan listalla")).toBeVisible();
  expect(missing.queryByRole("button")).toBeNull();
});

// spec: CP-11, CP-12
test("a combo is put together on its own page; the editors' words stand on its card", async () => {
  const content = {
    coupons: [{ code: "leffailta", title: "Leffailta 17,90 €", text: "Pizza, popcorn ja juoma." }],
  };
  const combo = aCoupon({ code: "leffailta", id: null, isCombo: true, comboSlug: "leffailta" });
  openCoupons({
    coupons: [combo],
    answers: { "GET /api/cms/stories/kupongit/couponsPage": { status: 200, body: { content } } },
  });
  const told = await card("Leffailta 17,90 €");
  expect(told.getByText("Pizza, popcorn ja juoma.")).toBeVisible();
  expect(told.getByRole("link", { name: /^Käytä/ })).toHaveAttribute("href", "/menu/leffailta");
});

// spec: CP-08
test("a press waits for the menu, says what became of it, and goes on once the menu is there", async () => {
  const answers = { [MENU]: [{ status: 500 }, { status: 200, body: aMenu() }] };
  const { asked } = openCoupons({ coupons: [aCoupon()], answers });
  const open = await card("Kuponki");
  await waitFor(() => expect(asked.filter(({ call }) => call === MENU)).toHaveLength(1));
  let answerMenu = () => {};
  const held = new Promise<void>((resolve) => {
    answerMenu = resolve;
  });
  const others = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (MENU === `GET ${path}`) await held;
    return others(path, init);
  });
  await userEvent.click(open.getByRole("button", { name: "Käytä: Kuponki" }));
  expect(await open.findByText("Lisätään kuponkia")).toBeInTheDocument();
  answerMenu();
  expect(await open.findByText("Lisätty")).toBeVisible();
  expect(currentOrder()).toMatchObject({ promotionCodes: ["saunavuoro"], items: [{ productId: "3003" }] });
});

test("a menu that does not come is said on the card that was pressed, with a way on", async () => {
  const failing = { status: 500 };
  openCoupons({
    coupons: [aCoupon()],
    answers: { [MENU]: [failing, failing, { status: 200, body: aMenu() }] },
  });
  const open = await card("Kuponki");
  await userEvent.click(open.getByRole("button", { name: "Käytä: Kuponki" }));
  expect(await open.findByText("Ruokalistaa ei saatu haettua.")).toBeVisible();
  await userEvent.click(open.getByRole("button", { name: "Yritä uudelleen" }));
  await waitFor(() => expect(currentOrder().promotionCodes).toEqual(["saunavuoro"]));
});

// spec: CP-03
test("without coupons the page says so, and leads to the menu", async () => {
  openCoupons();
  expect(await screen.findByText("Ei voimassa olevia kuponkitarjouksia")).toBeVisible();
  expect(screen.getByRole("link", { name: "Ruokalistaan" })).toHaveAttribute("href", "/menu");
});

// spec: CP-17
test("where they cannot be had, that is another thing", async () => {
  openCoupons({ answers: { [COUPONS]: { status: 500 } } });
  const words = "Kumponkikampanjoiden tarkistuksessa tapahtui virhe. Yritä hetken kuluttua uudestaan.";
  expect(await screen.findByText(words)).toBeVisible();
});

// spec: CP-06
test("who looks at them before they run sees them, and can use none", async () => {
  const answers = {
    [`${COUPONS}?forceActive=true`]: {
      status: 200,
      body: { isLoyaltyOnly: false, start: null, end: null, coupons: [aCoupon({ active: false })] },
    },
  };
  openCoupons({ answers, path: "/kupongit?forceActive" });
  const waiting = await card("Saunavuoro");
  expect(waiting.getByText("Ei voimassa")).toBeVisible();
  expect(waiting.queryByRole("button")).toBeNull();
});

// spec: CA-58, CA-59
test("a code that somebody has goes into the order; the same twice does not", async () => {
  openCoupons();
  const field = await screen.findByLabelText("Kampanjakoodi");
  const add = screen.getByRole("button", { name: "Lisää" });
  await userEvent.type(field, "OVELLE 10");
  await userEvent.click(add);
  const kept = /^Koodi OVELLE 10 on tallessa\. Tarkistamme sen, kun saamme taas yhteyden\.$/;
  expect(await screen.findByText(kept)).toBeVisible();
  expect(currentOrder().promotionCodes).toEqual(["ovelle10"]);
  await userEvent.type(field, "ovelle10");
  await userEvent.click(add);
  expect(await screen.findByText("Kampanjakoodi on jo lisätty")).toBeVisible();
});
