/** A prize of the wheel: won, kept among one's codes, put into the cart from the wheel itself, and used. */
import { expect, it } from "vitest";
import { ORDER_KEY } from "../../src/shop/cart/storage";
import { spaced } from "../../src/shop/loyalty/card";
import { Chain } from "../harness/chain";
import { line, OPEN, ready } from "../harness/checkoutPage";
import { cardOf, enterCode, joined, pay, payAndGet, spin, wheelOf } from "../harness/loyalty";
import { chooseAnew } from "../harness/shopper";
import { useWorld } from "../harness/world";

const chain = await Chain.make();
await chain.setPrize("freeIceCream");
const world = useWorld({ settings: { OVELLE_CONTENT: chain.folder, OVELLE_ORDERS_PER_ADDRESS: "0" } });
const CARD = "/minun-kotijoukot";
/** What the code is worth. */
const ICE_CREAM = line({
  uuid: "b",
  productId: "3753",
  sizeId: "100",
  name: "Lakkapikari",
  sizeName: "80 ml",
  productCategoryId: "icecream",
});

// spec: WH-07, WH-09, WH-13, WH-15
it("ice cream is won, its code goes into the cart, and the ice cream costs nothing", async () => {
  const who = await joined(world, { motion: true });
  const { page } = who;
  await payAndGet(who, world);
  await expect.poll(async () => (await cardOf(who)).wheel.enabled).toBe(true);
  await page.goto(`${world.server.url}${CARD}#pizzapyora`);
  const result = await spin(page);
  expect(await result.innerText()).toBe("Voitit jäätelön!");
  // Toppings fly for whoever likes to see things move.
  expect(await wheelOf(page).locator('svg[class*="confetti"]').count()).toBe(1);
  const code = (await cardOf(who)).lastPrize?.benefit?.code ?? "";
  await wheelOf(page).getByText(spaced(code)).waitFor();
  await wheelOf(page).getByRole("button", { name: "Tilaa ja käytä koodi" }).click();
  await page.waitForURL(/\/menu/);
  const codes = () =>
    page.evaluate(
      (key) =>
        (JSON.parse(localStorage.getItem(key) ?? "{}") as { promotionCodes?: string[] }).promotionCodes,
      ORDER_KEY,
    );
  await expect.poll(codes).toEqual([code]);
  await expect.poll(async () => (await cardOf(who)).showPrizeModal).toBe(false);

  await chooseAnew(who, ready(OPEN.kaisaniemi, { items: [line(), ICE_CREAM] }));
  await page.goto(`${world.server.url}/ostoskori`);
  await enterCode(page, code);
  await page.getByRole("button", { name: "Maksa 14,90 €", disabled: false }).waitFor();
  const orderId = await pay(who);
  const used = async () => (await cardOf(who)).benefits.find((one) => one.code === code);
  await expect.poll(used).toMatchObject({ used: true, usedOrderId: orderId });
});
