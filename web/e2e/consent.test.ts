/** What a browser is asked, keeps and tells: nothing without leave, whatever one does. */
import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { audit } from "./harness/audit";
import { CheckoutPage, DELIVERED, OPEN, ready } from "./harness/checkoutPage";
import { Guest } from "./harness/guest";
import { CUSTOMER, shopper } from "./harness/shopper";
import type { Visit } from "./harness/visit";
import { useWorld } from "./harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
const SLOW = 120_000;

/** What may be kept without asking (docs/spec/people.md, "This browser"). */
const WITHOUT_ASKING: ReadonlySet<string> = new Set([
  "ovelle.order",
  "ovelle.checkout",
  "ovelle.placed-orders",
  "ovelle.origin",
  "ovelle.positions",
  "pickup_search_query",
]);
const PERSON = /Aino|Virtanen|040 ?123|358401234567|aino@example|Liisankatu/;

const bar = (page: Page) => page.getByRole("region", { name: "Evästeet" });
const answer = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });

/** All that the browser keeps of the page's house: keys and texts. */
async function keptIn(page: Page): Promise<{ keys: string[]; texts: string; cookies: string[] }> {
  const entries = await page.evaluate(() => [
    ...Object.entries({ ...localStorage }),
    ...Object.entries({ ...sessionStorage }),
  ]);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  const caches = await page.evaluate(() => globalThis.caches?.keys() ?? []);
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect([databases, caches]).toEqual([[], []]);
  const texts = entries.map(([key, text]) => `${key}=${String(text)}`).join("\n");
  return { keys: [...new Set(entries.map(([key]) => key))].toSorted(), texts, cookies };
}

const dataLayer = (page: Page) =>
  page.evaluate(() => (window as { dataLayer?: { event: string }[] }).dataLayer);
const eventsIn = async (page: Page) => ((await dataLayer(page)) ?? []).map(({ event }) => event);

/** Every call that tells of the page. */
function told(page: Page): Request[] {
  const calls: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/analytics/")) calls.push(request);
  });
  return calls;
}

/** An order of a delivery from the first page to the tracker, on the server's own address. */
async function orderAll(visit: Visit, landing = "/"): Promise<void> {
  const { page } = visit;
  const guest = new Guest(page, "mouse");
  await page.goto(world.server.url + landing);
  await guest.setUp();
  await guest.buildPizza();
  await guest.introduce();
  await guest.goToPay();
  await guest.payThere();
}

/** The body of the order that was placed. */
function orderBody(page: Page): Promise<Record<string, unknown>> {
  return page
    .waitForRequest((request) => request.url().endsWith("/shoppingcart/order"), { timeout: SLOW })
    .then((request) => request.postDataJSON() as Record<string, unknown>);
}

describe.each(["phone", "desktop"] as const)("the question, on a %s", (device) => {
  it("has three answers of equal weight, moves nothing and holds nobody", async () => {
    const visit = await world.visitor({ device, isUnasked: true });
    const { page } = visit;
    await page.addInitScript(() => {
      const shifts = window as unknown as { moved: number };
      shifts.moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.moved += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await visit.open("/");
    await bar(page).waitFor();
    const buttons = await bar(page).getByRole("button").all();
    const looks = await Promise.all(
      buttons.map((button) =>
        button.evaluate((element) => {
          const { backgroundColor, color, fontSize, fontWeight, borderWidth, boxShadow } =
            getComputedStyle(element);
          const { height } = element.getBoundingClientRect();
          return { backgroundColor, color, fontSize, fontWeight, borderWidth, boxShadow, height };
        }),
      ),
    );
    expect(await bar(page).getByRole("button").allInnerTexts()).toEqual([
      "Hyväksy",
      "Vain välttämättömät",
      "Asetukset",
    ]);
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1);
    expect(looks[0]?.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.01);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await audit(page)).toEqual([]);
    // What one came for is above it, whole, without scrolling.
    const action = await page.getByRole("combobox", { name: "Syötä kuljetusosoite" }).boundingBox();
    const box = await bar(page).boundingBox();
    expect((action?.y ?? 0) + (action?.height ?? 0)).toBeLessThan(box?.y ?? 0);
    await page.getByRole("combobox", { name: "Syötä kuljetusosoite" }).fill("Liisankatu 12");
    expect((await keptIn(page)).keys.filter((key) => key === "ovelle.consent")).toEqual([]);
  });

  it.each([
    ["/menu", (page: Page) => page.getByRole("link", { name: /^Ostoskori/ }).last()],
    ["/ostoskori", (page: Page) => page.getByRole("button", { name: /^(Maksa|Tilaa) \d/ })],
  ] as const)("on %s the way on is not under it", async (path, way) => {
    const { page } = await shopper(world, path, CUSTOMER.full, { device, isUnasked: true });
    await bar(page).waitFor();
    await way(page).waitFor();
    await way(page).scrollIntoViewIfNeeded();
    const [one, other] = await Promise.all([way(page).boundingBox(), bar(page).boundingBox()]);
    if (!one || !other) throw new Error("nothing is drawn");
    const isApart = one.y + one.height <= other.y || other.y + other.height <= one.y;
    expect(isApart, JSON.stringify([one, other])).toBe(true);
  });

  it("is answered by the keyboard, asked once, and asked again by the footer", async () => {
    const visit = await world.visitor({ device, isUnasked: true });
    const { page } = visit;
    await visit.open("/vastuullisuus");
    await bar(page).waitFor();
    await answer(page, "Vain välttämättömät").focus();
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Hyväksy");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await bar(page).waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Evästeasetukset" });
    await link.click();
    expect(await bar(page).count()).toBe(0);
    const dialog = page.getByRole("dialog", { name: "Evästeasetukset" });
    await dialog.waitFor();
    expect(await dialog.getByRole("checkbox", { name: "Tilastot" }).isChecked()).toBe(false);
    expect(await audit(page)).toEqual([]);
    await dialog.getByRole("checkbox", { name: "Tilastot" }).check();
    await dialog.getByRole("button", { name: "Tallenna valinnat" }).click();
    await dialog.waitFor({ state: "detached" });
    // What happened after the first answer was dropped; what happens from now on is told.
    await page.getByRole("link", { name: "Ovelle, etusivulle" }).click();
    await expect.poll(() => eventsIn(page)).toContain("page_view");
    await link.click();
    await dialog.getByRole("checkbox", { name: "Tilastot" }).uncheck();
    await dialog.getByRole("button", { name: "Tallenna valinnat" }).click();
    await expect.poll(() => eventsIn(page)).toEqual([]);
  });
});

describe("a whole order", () => {
  it(
    "without an answer keeps and tells nothing that was not asked for, and nobody once it is received",
    async () => {
      const visit = await world.visitor({ device: "desktop", isUnasked: true });
      const { page } = visit;
      const calls = told(page);
      const body = orderBody(page);
      await orderAll(visit, "/?utm_source=kirje&gclid=G1");
      expect(await body).not.toHaveProperty("analyticsData");
      await expect.poll(async () => (await keptIn(page)).texts).not.toMatch(PERSON);
      const { keys, cookies } = await keptIn(page);
      expect(keys.filter((key) => !WITHOUT_ASKING.has(key))).toEqual([]);
      expect(cookies).toEqual([]);
      expect(await dataLayer(page)).toBeUndefined();
      expect(calls.map((call) => call.url())).toEqual([]);
    },
    SLOW,
  );

  // spec: CK-35, AN-06, AN-03
  it(
    "with leave says where one came from, and what was done, but not who one is",
    async () => {
      const visit = await world.visitor({ device: "desktop", isUnasked: true });
      const { page } = visit;
      const body = orderBody(page);
      await page.goto(`${world.server.url}/?utm_source=kirje&gclid=G1&orderKey=salainen`);
      await answer(page, "Hyväksy").click();
      // What was told is of one page: it is gathered before it is left.
      await page.addInitScript(() => {
        addEventListener("pagehide", () => {
          const { dataLayer: events = [] } = window as unknown as { dataLayer?: unknown[] };
          const before = JSON.parse(sessionStorage.getItem("gathered") ?? "[]") as unknown[];
          sessionStorage.setItem("gathered", JSON.stringify([...before, ...events]));
        });
      });
      await orderAll(visit);
      expect(await body).toMatchObject({
        analyticsData: {
          utm_source: "kirje",
          gclid: "G1",
          consent: { version: 1, marketing: true },
        },
      });
      await expect.poll(() => eventsIn(page)).toContain("purchase");
      const all = await page.evaluate(
        () => JSON.parse(sessionStorage.getItem("gathered") ?? "[]") as unknown[],
      );
      const events = [...all, ...((await dataLayer(page)) ?? [])] as { event: string }[];
      const names = new Set(events.map(({ event }) => event));
      for (const name of ["page_view", "view_item_list", "select_item", "view_item", "customize_product"]) {
        expect(names, name).toContain(name);
      }
      for (const name of [
        "add_to_cart",
        "view_cart",
        "begin_checkout",
        "add_shipping_info",
        "add_payment_info",
      ]) {
        expect(names, name).toContain(name);
      }
      const words = JSON.stringify(events);
      expect(words).not.toMatch(PERSON);
      expect(words).not.toMatch(/orderKey|salainen|G1/);
      const [placed] = JSON.parse(
        await page.evaluate(() => localStorage.getItem("ovelle.placed-orders") ?? "[]"),
      ) as { orderId: string; orderKey: string }[];
      expect(words).not.toContain(placed?.orderKey ?? "none");
    },
    SLOW,
  );

  // spec: CK-10
  it(
    "is told of as one purchase, also after a reload, going back, and in a second tab",
    async () => {
      const checkout = await CheckoutPage.open(world, ready(OPEN.kluuvi), { isUnasked: true });
      const { page } = checkout;
      await answer(page, "Hyväksy").click();
      await checkout.goToPay();
      await checkout.pay();
      const [{ orderId, orderKey } = { orderId: "", orderKey: "" }] = checkout.placed;
      const purchases = async (tab: Page) =>
        ((await dataLayer(tab)) ?? []).filter(({ event }) => event === "purchase");
      await expect
        .poll(() => purchases(page))
        .toEqual([
          {
            event: "purchase",
            orderId,
            value: 14.9,
            items: [{ productId: "3205", sizeId: "101", quantity: 1 }],
          },
        ]);
      const back = `${world.server.url}/tilaus/tulos?status=OK&orderid=${orderId}&order-key=${orderKey}`;
      const second = await page.context().newPage();
      for (const tab of [page, second]) {
        await tab.goto(back);
        await tab.waitForURL(/\/tilaus\/\d+/);
        await expect.poll(() => eventsIn(tab)).toContain("page_view");
        await tab.reload();
        await expect.poll(() => eventsIn(tab)).toContain("page_view");
        expect(await purchases(tab)).toEqual([]);
      }
      await page.goBack();
      expect(await purchases(page)).toEqual([]);
    },
    SLOW,
  );
});

describe("this device", () => {
  it(
    "remembers address and last order only where that is asked for, and forgets them when told",
    async () => {
      const order = ready(OPEN.kaisaniemi, { method: DELIVERED, paymentMethod: "onsite" });
      const checkout = await CheckoutPage.open(
        world,
        { ...order, paymentMethod: "scheme" },
        { device: "desktop" },
      );
      const { page } = checkout;
      const box = page.getByRole("checkbox", { name: "Muista tällä laitteella" });
      await box.waitFor();
      expect(await box.isChecked()).toBe(false);
      await box.check();
      await checkout.goToPay();
      await checkout.pay();
      await page.goto(`${world.server.url}/menu`);
      await expect.poll(async () => (await keptIn(page)).texts).toMatch(PERSON);
      await page.goto(`${world.server.url}/menu/hunajapesa`);
      await page.getByRole("button", { name: /^Lisää tilaukseen(?!:)/ }).click();
      const cart = page.getByRole("link", { name: /Ostoskori, .*1 tuote/ }).last();
      await cart.waitFor();
      await checkout.come();
      await page.getByRole("button", { name: "Unohda" }).click();
      await expect.poll(async () => (await keptIn(page)).texts).not.toMatch(PERSON);
      expect(await page.getByRole("textbox", { name: "Nimi" }).inputValue()).toBe("");
      expect(await box.isChecked()).toBe(false);
    },
    SLOW,
  );

  it("loses what an earlier version kept without asking", async () => {
    const visit = await world.visitor({});
    const { page } = visit;
    const old = JSON.stringify(ready(OPEN.kaisaniemi, { method: DELIVERED }));
    await page.addInitScript((text) => {
      if (localStorage.getItem("ovelle.order") === null) localStorage.setItem("ovelle.order", text);
      localStorage.setItem("pickup_search_query", "Liisankatu 12");
    }, old);
    await visit.open("/menu");
    await expect.poll(async () => (await keptIn(page)).texts).not.toMatch(PERSON);
    await page
      .getByRole("link", { name: /Ostoskori, .*1 tuote/ })
      .last()
      .waitFor();
  });
});

describe("what pages report", () => {
  it("how fast they are, with leave alone", async () => {
    const visit = await world.visitor({ device: "desktop", isUnasked: true });
    const { page } = visit;
    const calls = told(page);
    await visit.open("/menu");
    const hide = () =>
      page.evaluate(() => {
        Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      });
    await bar(page).waitFor();
    await hide();
    expect(calls).toEqual([]);
    await answer(page, "Hyväksy").click();
    await hide();
    await expect.poll(() => calls.length).toBe(1);
    const { metrics } = JSON.parse(calls[0]?.postData() ?? "{}") as {
      metrics: { name: string; route: string }[];
    };
    expect(metrics.map(({ name }) => name)).toEqual(expect.arrayContaining(["LCP", "FCP", "CLS", "TTFB"]));
    expect(new Set(metrics.map(({ route }) => route))).toEqual(new Set(["/menu"]));
    await expect.poll(async () => (await calls[0]?.response())?.status()).toBe(204);
  });

  it("what went wrong, whoever was asked, and no more than that", async () => {
    const visit = await world.visitor({ device: "desktop", isUnasked: true });
    const { page } = visit;
    const calls = told(page);
    await visit.open("/menu");
    await bar(page).waitFor();
    await page.evaluate(() => window.dispatchEvent(new ErrorEvent("error", { error: new Error("koe") })));
    await expect.poll(() => calls.length).toBe(1);
    const { events } = JSON.parse(calls[0]?.postData() ?? "{}") as { events: Record<string, string>[] };
    expect(events).toEqual([
      expect.objectContaining({
        code: "FRONTEND_UNCAUGHT",
        path: "/menu",
        message: expect.stringContaining("Error: koe") as string,
      }),
    ]);
    expect(Object.keys(events[0] ?? {}).toSorted()).toEqual(["at", "code", "message", "path", "version"]);
    expect((await calls[0]?.response())?.status()).toBe(204);
  });
});
