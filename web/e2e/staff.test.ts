/** The staff's pages: the door, and who may stay. */
import type { Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SESSION } from "../src/features/desk-board/texts";
import { PASSWORD, SIGN_IN } from "../src/features/sign-in/texts";
import { deliveryToday } from "./harness/orders";
import { awaitHeading, awaitSign } from "./harness/reading";
import { boardRow, boardRows, colleague, letIn, remove, signIn, visitAs, writeIn } from "./harness/staff";
import { useWorld } from "./harness/world";

const world = useWorld();
/** A session that has ended is told of within 5 s; the machine may be busy. */
const ENDED_WITHIN_MS = 5_000 + 2_000;

describe("the door", () => {
  it("lets in with a one-time password, asks for another, and leads to the page that was asked for", async () => {
    const person = await letIn(world.server);
    const { page } = await world.visit("/seuranta?vaihe=oven");
    await awaitHeading(page, SIGN_IN.title);
    await writeIn(page, person);
    await awaitHeading(page, PASSWORD.title);
    // Not before it is changed.
    await page.goto(new URL("/seuranta?vaihe=oven", page.url()).href);
    await awaitHeading(page, PASSWORD.title);
    await page.getByLabel(PASSWORD.current).fill(person.password);
    await page.getByLabel(PASSWORD.chosen, { exact: true }).fill("tuli on irti uunissa");
    await page.getByLabel(PASSWORD.again).fill("tuli on irti uunissa");
    await page.getByRole("button", { name: PASSWORD.send }).click();
    await awaitSign(page, "live");
    await expect.poll(() => new URL(page.url()).search).toBe("?vaihe=oven");
    await page.reload();
    await awaitSign(page, "live");
  });

  it("stays shut for a wrong password, and after a few of them for a while", async () => {
    const person = await colleague(world.server);
    const { page } = await world.visit("/kirjaudu");
    const wrong = page.getByText("Virheelliset tunnukset.");
    for (const _ of [1, 2, 3, 4, 5]) {
      await writeIn(page, { ...person, password: "arvaus" });
      await wrong.waitFor();
    }
    await writeIn(page, { ...person, password: "arvaus" });
    await page.getByText(/Liian monta kirjautumisyritystä .* \d+\ssekunnin kuluttua\./).waitFor();
    const send = page.getByRole("button", { name: SIGN_IN.send });
    await expect.poll(() => send.getAttribute("aria-disabled")).toBe("true");
  });

  it("leads nobody out of the house", async () => {
    const person = await colleague(world.server);
    const { page } = await world.visit("/kirjaudu?paluu=%2F%2Fevil.example%2F");
    await writeIn(page, person);
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  });

  it("is shut behind who leaves", async () => {
    const { page } = await visitAs(world, {}, await colleague(world.server), "/seuranta");
    await awaitSign(page, "live");
    await page.getByRole("button", { name: SESSION.signOut }).click();
    await awaitHeading(page, SIGN_IN.title);
    await page.goto(new URL("/seuranta", page.url()).href);
    await awaitHeading(page, SIGN_IN.title);
  });
});

describe("a session", () => {
  it("that is taken away leads back to the door within 5 s, and from there to where one was", async () => {
    const person = await colleague(world.server);
    const order = await world.kitchen.register(deliveryToday(30));
    const { page } = await visitAs(world, {}, person, `/seuranta?haku=aino&tilaus=${order.orderId}`);
    await awaitSign(page, "live");
    const removedAt = performance.now();
    await remove(world.server, person);
    await page.getByText(SIGN_IN.ended).waitFor({ timeout: ENDED_WITHIN_MS });
    expect(performance.now() - removedAt).toBeLessThan(ENDED_WITHIN_MS);
    await writeIn(page, await colleague(world.server));
    await awaitSign(page, "live");
    await expect.poll(() => new URL(page.url()).search).toBe(`?haku=aino&tilaus=${order.orderId}`);
  });

  it("that is bound to a restaurant shows that one's orders alone", async () => {
    const ours = await world.kitchen.register(deliveryToday(30, { restaurantId: "21" }));
    const theirs = await world.kitchen.register(deliveryToday(30));
    const person = await colleague(world.server, "21");
    const desk = { device: "desktop", theme: "light" } as const;
    const { page } = await visitAs(world, desk, person, `/seuranta?tilaus=${theirs.orderId}`);
    await boardRow(page, ours.orderId).waitFor();
    expect(await boardRow(page, theirs.orderId).count()).toBe(0);
    await page.getByText("Tilausta ei löydy. Se voi olla toisen ravintolan.").waitFor();
    expect(await boardRows(page).count()).toBeGreaterThan(0);
  });
});

// spec: SH-32
it("who is signed in is so to the catalogue and the order's set-up too, and nobody else is", async () => {
  const person = await colleague(world.server);
  for (const who of [person, null]) {
    const visit = await world.visitor();
    if (who) await signIn(world.server, visit, who);
    const asked: Request[] = [];
    visit.page.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith("/api/commerce/")) asked.push(request);
    });
    await visit.open("/menu#aloita-tilaus");
    await visit.page.getByRole("dialog", { name: "Muokkaa toimitustapaa" }).waitFor();
    await visit.page.getByRole("heading", { name: "Pizzat", exact: true }).waitFor();
    const cookies = await Promise.all(asked.map(async (one) => (await one.allHeaders())["cookie"] ?? ""));
    const paths = asked.map((one) => new URL(one.url()).pathname);
    expect(paths).toContain("/api/commerce/v2/menu");
    expect(paths).toContainEqual(expect.stringContaining("/api/commerce/v2/shops"));
    expect(cookies.map((cookie) => cookie.includes("ovelle="))).toEqual(asked.map(() => who !== null));
  }
});
