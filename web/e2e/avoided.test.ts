/** What a guest avoids is read by everybody who is to know it, in the words of the page that promises it. */
import { expect, it } from "vitest";
import { ORDER } from "../src/features/desk-board/texts";
import { FILTER } from "../src/features/menu/texts";
import { audit } from "./harness/audit";
import { boardRow, colleague, visitAs } from "./harness/staff";
import { OPEN, ready, CheckoutPage } from "./harness/checkoutPage";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
const MARKED = "Vältettävä: maito, pähkinät";
const TAKES_MS = 120_000;

it(
  "from the menu over the cart to the kitchen's board, the staff's order, the tracker and the receipt",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.kaisaniemi));
    const { page } = checkout;
    await page.goto(`${world.server.url}/menu`);
    await page.getByRole("button", { name: FILTER.allergens }).click();
    await page.getByText(FILTER.allergensLead).waitFor();
    for (const name of ["pähkinät", "maito"]) await page.getByText(name, { exact: true }).click();
    await page.getByRole("button", { name: FILTER.avoiding(2) }).waitFor();
    await checkout.come();
    await checkout.goToPay();
    await checkout.pay();
    await page.getByText(MARKED).waitFor();
    await expectUsable(page);

    const [orderId = ""] = checkout.numbers;
    const kitchen = await colleague(world.server);
    const { page: desk } = await visitAs(world, { device: "desktop" }, kitchen, "/seuranta");
    const row = boardRow(desk, orderId);
    await expect.poll(() => row.textContent()).toMatch(new RegExp(`^${orderId}${MARKED}`));
    await row.click();
    const opened = desk.getByRole("complementary", { name: ORDER.title(orderId) });
    await opened.getByRole("heading", { name: /^\d+ tuote/ }).waitFor();
    // Of all that is said of the order, it comes first.
    expect(await opened.locator("p").first().textContent()).toBe(MARKED);
    expect(await audit(desk)).toEqual([]);

    const receipts = async () => (await world.server.mails()).map(({ text }) => text);
    await expect.poll(receipts).toEqual([expect.stringContaining("VÄLTETTÄVÄ: MAITO, PÄHKINÄT")]);
  },
  TAKES_MS,
);
