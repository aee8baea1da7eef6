/** The ways to an order, and the ways that lead nowhere. */
import { describe, expect, it } from "vitest";
import { TEXTS } from "../src/features/tracking/texts";
import { delivery, eatIn, pickup, preorder, RESTAURANTS } from "./harness/orders";
import { HEADING } from "./harness/headings";
import { awaitHeading, awaitSign, awaitTitle, currentWindow, plain, reportedIn } from "./harness/reading";
import { useWorld } from "./harness/world";

const world = useWorld();
const shortLived = useWorld({ trackingTtl: "1s" });

describe("an order's page", () => {
  // spec: T-01, T-02, T-07
  it("opens with the link alone, says where the food goes, and follows it", async () => {
    const order = await world.kitchen.register(delivery());
    expect(order.path).toBe(`/tilaus/${order.orderId}?orderKey=${order.orderKey}`);
    expect(await world.kitchen.track({ ...order, orderKey: "vaaraavain" })).toBe(404);
    const { page } = await world.visit(order.path);
    await awaitHeading(page, HEADING.received);
    const address = page.getByRole("region", { name: "Osoite" });
    for (const words of ["Aleksanterinkatu 9", "C 24", "00100 Helsinki", "Ovikoodi 2480"]) {
      await expect.poll(() => address.innerText()).toContain(words);
    }
    await world.kitchen.reportStatus(order, "accepted");
    await awaitHeading(page, HEADING.accepted);
    await expect.poll(() => reportedIn(page)).toHaveLength(2);
  });

  // spec: T-05, T-06
  it.each([
    ["Kuljetus", delivery()],
    ["Nouto", pickup()],
    ["Paikan päällä", eatIn()],
  ])("begins with how and from where: %s", async (label, order) => {
    const { page } = await world.visit((await world.kitchen.register(order)).path);
    const line = page.getByText(`${label} · ${RESTAURANTS.kluuvi.name}`).locator("..");
    await expect.poll(() => line.locator("svg").count()).toBe(1);
  });

  // spec: T-09, T-13
  it("lists what was ordered, with sizes where they say something, changed toppings and prices", async () => {
    const order = await world.kitchen.register(delivery());
    const { page } = await world.visit(order.path);
    const items = page.getByRole("region", { name: "6 tuotetta" });
    await items.waitFor();
    const rows = async () => (await items.getByRole("listitem").allInnerTexts()).map(plain);
    await expect
      .poll(rows)
      .toEqual([
        expect.stringMatching(/^Saunavuoro × 1 Perhe \+ Kirsikkatomaatti − Jalapeno .*22,90 €$/),
        expect.stringMatching(/^Margareta × 2 Normaali .*19,80 €.*23,80 €.*9,90 €/),
        expect.stringMatching(/^Monster Naapuri × 1 Large .*27,90 €$/),
        expect.stringMatching(/^Mustikkalimu × 1 0,33 l .*2,90 €$/),
        expect.stringMatching(/^Aiolidippi × 1 Lisää valkosipulia .*1,50 €$/),
      ]);
  });

  it("counts a single thing in the singular", async () => {
    const order = await world.kitchen.register(pickup());
    const { page } = await world.visit(order.path);
    await expect.poll(() => page.getByRole("region", { name: "1 tuote", exact: true }).count()).toBe(1);
  });

  // spec: T-14
  it("tells the restaurant's hours by weekday, and how to reach it", async () => {
    const order = await world.kitchen.register(delivery());
    const { page } = await world.visit(order.path);
    const card = page.getByRole("region", { name: RESTAURANTS.kluuvi.name });
    expect(
      await card.getByRole("link", { name: `Soita ${RESTAURANTS.kluuvi.phone}` }).getAttribute("href"),
    ).toMatch(/^tel:\+358/);
    expect(await card.getByRole("link", { name: /@/ }).getAttribute("href")).toBe(
      "mailto:kluuvi@ovelle.example",
    );
    await expect.poll(() => card.getByRole("term").allInnerTexts()).toEqual(["ma–su"]);
    expect(await card.getByRole("definition").allInnerTexts()).toEqual(["0.00–24.00"]);
    expect(await card.innerText()).toContain("Kluuvikatu 3, 00100 Helsinki");
  });

  // spec: T-16
  it("of a preorder waits calmly, and wakes up when the kitchen begins", async () => {
    const body = preorder(26);
    const order = await world.kitchen.register(body);
    const { page } = await world.visit(order.path);
    await awaitHeading(page, "Ota rennosti");
    expect(await page.getByRole("list", { name: "Tilauksen vaiheet" }).count()).toBe(0);
    const words = async () => plain(await page.getByRole("main").innerText());
    await expect.poll(words).toContain("Ennakkotilaus · Kuljetus");
    const clock = new Intl.DateTimeFormat("fi", { timeZone: "Europe/Helsinki", timeStyle: "short" });
    const day = new Intl.DateTimeFormat("fi", {
      timeZone: "Europe/Helsinki",
      day: "numeric",
      month: "numeric",
    });
    const due = new Date(body.preOrderTime ?? "");
    expect(await words()).toMatch(/Ennakkotilauksesi on vastaanotettu\. Pizza on ovellasi /);
    expect(await words()).toContain(`${day.format(due)} noin kello ${clock.format(due)}.`);
    await world.kitchen.reportStatus(order, "accepted");
    await world.kitchen.reportStatus(order, "inMaking");
    await awaitHeading(page, HEADING.inMaking);
    await expect.poll(() => currentWindow(page)).toBe("Keittiö");
  });

  // spec: T-46, T-53
  it("of an order cancelled while it is watched says so, and why", async () => {
    const order = await world.kitchen.having(delivery(), "accepted");
    const visit = await world.visit(order.path);
    await awaitSign(visit.page, "live");
    await world.kitchen.reportStatus(order, "cancelled", "Uuni hajosi kesken illan.");
    const sorry = `Valitettavasti tilauksesi #${order.orderId} epäonnistui. Olethan yhteydessä asiakaspalveluun.`;
    await visit.page.getByText(sorry, { exact: true }).waitFor();
    await visit.page.getByText("Uuni hajosi kesken illan.").waitFor();
    await awaitSign(visit.page, "ended");
    // A busy server's sign of life may come at any time.
    const told = visit.frames.filter(({ type }) => type !== "beat");
    expect(told.at(-1)).toMatchObject({ type: "end", reason: "cancelled" });
    expect(await visit.page.getByRole("radiogroup").count()).toBe(0);
  });
});

describe("a link that leads nowhere", () => {
  // spec: T-20
  it("with a wrong key finds nothing, and may be tried again", async () => {
    const order = await world.kitchen.register(delivery());
    const { page } = await world.visit(`/tilaus/${order.orderId}?orderKey=vaaraavain`);
    await page.getByText("Emme löydä tilausta. Tarkista linkki tai hae se sähköpostistasi.").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Etusivulle" }).waitFor();
    const refreshed = page.waitForEvent("load");
    const asked = page.waitForRequest(/\/order-tracking\//);
    await page.getByRole("button", { name: "Päivitä ja yritä uudelleen" }).click();
    await Promise.all([refreshed, asked]);
    await awaitHeading(page, HEADING.notFound);
    expect(await page.getByText("Aleksanterinkatu").count()).toBe(0);
  });

  // spec: T-21
  it("without its key claims nothing, and says that the confirmation is in the email", async () => {
    const order = await world.kitchen.register(delivery());
    const { page } = await world.visit(`/tilaus/${order.orderId}`);
    await awaitHeading(page, HEADING.noKey);
    await page.getByText("Kun tilaus on vastaanotettu, vahvistus on sähköpostissasi.").waitFor();
    expect(await page.getByText(order.orderId).count()).toBe(0);
  });

  // spec: T-22, T-65
  it("to an order that has expired says that it has", async () => {
    const order = await shortLived.kitchen.register(delivery());
    await shortLived.kitchen.bring(order, "showFeedback");
    await expect.poll(() => shortLived.kitchen.track(order)).toBe(410);
    const { page } = await shortLived.visit(order.path);
    await page.getByText("Tilaus on vanhentunut, eikä sitä voi enää seurata.").waitFor();
  });

  // spec: T-23, T-52, T-63, T-66
  it("on a network that fails says so after its retries, and works when tried again", async () => {
    const order = await world.kitchen.register(delivery());
    const visit = await world.visitor({ clock: true });
    visit.proxy.hold();
    let polls = 0;
    visit.page.on("request", (request) => (polls += request.url().includes("/order-tracking/") ? 1 : 0));
    await visit.open(order.path);
    await awaitHeading(visit.page, HEADING.opening);
    visit.proxy.set("gone");
    const failure = visit.page.getByText("Virhe tilauksen tietojen hakemisessa. Yritä uudestaan.");
    await expect
      .poll(async () => {
        await visit.page.clock.fastForward(6_000);
        return failure.count();
      })
      .toBeGreaterThan(0);
    await visit.page.clock.fastForward(60_000);
    expect(polls).toBe(1 + 3);

    // With a socket the page would mend itself.
    visit.proxy.set("no-sockets");
    visit.proxy.release();
    await visit.page.getByRole("button", { name: "Yritä uudelleen" }).click();
    await awaitHeading(visit.page, HEADING.received);
  });

  it("to no page at all says so, kindly", async () => {
    const { page } = await world.visit("/ei-taalla");
    await awaitTitle(page, "Sivua ei löydy");
    await page.getByText("Kaikkea muuta maukasta kyllä löytyy.").waitFor();
    await page.getByRole("link", { name: "Etusivulle", exact: true }).click();
    await awaitHeading(page, HEADING.home);
  });
});

describe("without an order", () => {
  // spec: T-03
  it("/tilaus explains where the link is", async () => {
    const { page } = await world.visit("/tilaus");
    await page
      .getByText(/sähköposti/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole("banner").getByRole("link").count()).toBe(1);
    await expect.poll(() => page.getByRole("contentinfo").count()).toBe(1);
    expect(await page.getByRole("contentinfo").getByRole("link").count()).toBe(0);
  });

  it("/ is a front door", async () => {
    const { page } = await world.visit("/");
    await awaitHeading(page, HEADING.home);
  });
});

describe("while an order is being fetched", () => {
  it("the page says so, and then shows it", async () => {
    const order = await world.kitchen.having(delivery(), "accepted");
    const visit = await world.visitor();
    visit.proxy.hold();
    await visit.open(order.path);
    await visit.page.getByText(TEXTS.opening).first().waitFor();
    visit.proxy.release();
    await awaitHeading(visit.page, HEADING.accepted);
    await expect.poll(() => reportedIn(visit.page)).toHaveLength(2);
  });
});
