/** A member in the demo: nine slices become a pizza, the wheel is turned and its draw checked, and the code pays. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Benefit } from "../../src/api/loyalty";
import { spaced } from "../../src/shop/loyalty/card";
import { line, OPEN, ready } from "../harness/checkoutPage";
import { Demo } from "../harness/demo";
import { cardOf, enterCode, join, pay, seeWelcome, spin, verify, wheelOf } from "../harness/loyalty";
import { ask, memberTo } from "../harness/member";
import { choose, chooseAnew } from "../harness/shopper";
import { useVisitors } from "../harness/world";

/** At the wall's pace a kitchen takes its minutes. */
const SPEED = 60;
const TAKEN_WITHIN_MS = 90_000;
const CARD = "/minun-kotijoukot";

let demo: Demo | null = null;
beforeAll(async () => {
  // Everybody of this test calls from one address, and solves no puzzle.
  demo = await Demo.start(SPEED, { OVELLE_RATE_FACTOR: "0" });
});
afterAll(() => demo?.stop());
const visitors = useVisitors(() => [demo?.address ?? ""]);
const inCart = (quantity: number) => ready(OPEN.kaisaniemi, { items: [line({ quantity })] });

// spec: LO-01, LO-10, WH-10
it(
  "nine slices become a pizza, the wheel turns fairly, and the pizza's code pays for one",
  async () => {
    const who = await memberTo(visitors);
    const { page } = who;
    const at = (path: string) => page.goto(`http://${demo?.address}${path}`);
    await join(who);
    await seeWelcome(who);

    // As many pizzas as are missing: the welcome has brought the rest.
    const { remaining } = await cardOf(who);
    await choose(who, inCart(remaining));
    await at("/ostoskori");
    await pay(who);
    const codes = async () => (await cardOf(who)).benefits.filter(({ type }) => type === "freePizza");
    await expect.poll(async () => (await codes()).length, { timeout: TAKEN_WITHIN_MS }).toBe(1);
    const [pizza] = await codes();
    const code = pizza?.code ?? "";
    await at(CARD);
    await page.getByRole("img", { name: /^Kokonainen pizza/ }).waitFor();
    await page
      .getByRole("article")
      .filter({ hasText: spaced(code) })
      .first()
      .waitFor();

    // The second and the sixth slice have brought a spin each.
    expect((await cardOf(who)).spins).toBe(2);
    await page.getByRole("button", { name: "Pyöräytä", exact: true }).click();
    await spin(page);
    expect(await verify(page)).toEqual({ right: 4, wrong: 0 });
    const { lastPrize } = await cardOf(who);
    const won = lastPrize?.benefit ? [spaced(lastPrize.benefit.code)] : [];
    const shown = await wheelOf(page).locator("code").allInnerTexts();
    expect(shown.map((text) => text.replace(/^Etukoodi\s+/, ""))).toEqual(won);

    // One pizza for the code, one for money: the free one brings no slice.
    await chooseAnew(who, inCart(2));
    await at("/ostoskori");
    await enterCode(page, code);
    await page.getByRole("button", { name: "Maksa 14,90 €", disabled: false }).waitFor();
    const orderId = await pay(who);
    const used = async () => {
      const all = await ask<readonly Benefit[]>(who, "get", "/api/loyalty/benefits");
      return all.find((one) => one.code === code);
    };
    await expect.poll(used).toMatchObject({ used: true, usedOrderId: orderId });
    await expect.poll(async () => (await cardOf(who)).slices, { timeout: TAKEN_WITHIN_MS }).toBe(1);
    await at("/asiakastili/etukoodini");
    const ticket = page.getByRole("article").filter({ hasText: spaced(code) });
    await ticket.getByText("Käytetty").waitFor();
  },
  3 * TAKEN_WITHIN_MS,
);
