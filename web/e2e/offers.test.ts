/** Offers that a guest is told of: taken by one press, refused where they would not hold, and never a way to the staff's door. */
import { expect, it } from "vitest";
import { shopper } from "./harness/shopper";
import { DELIVERED, line, OPEN, pickupAt, ready, CheckoutPage } from "./harness/checkoutPage";
import { useWorld } from "./harness/world";

const world = useWorld();

it("the campaign's code over the header is taken by one press, and the delivery costs nothing", async () => {
  const items = [line({ quantity: 2 })];
  const { page } = await shopper(world, "/menu", ready(OPEN.kaisaniemi, { method: DELIVERED, items }));
  await page.getByRole("button", { name: "Ota käyttöön: KOTIOVELLE" }).click();
  await page.getByText("KOTIOVELLE on käytössä").waitFor();
  await page
    .getByRole("link", { name: /^Ostoskori/ })
    .last()
    .click();
  await page.getByRole("button", { name: "Maksa 29,80 €", exact: true }).waitFor();
  expect(await page.getByText("Kuljetuksen alennus").count()).toBeGreaterThan(0);
});

it("a code that the server takes out again is told of in the cart, with why, until one has read it", async () => {
  const order = ready(OPEN.kaisaniemi, { promotionCodes: ["juhannus"], isPriced: false });
  const { page } = await shopper(world, "/menu", order);
  await page.getByRole("button", { name: "Lisää: Aiolidippi" }).click();
  await page
    .getByRole("link", { name: /^Ostoskori/ })
    .last()
    .click();
  const gone = page.getByRole("list", { name: "Poistuneet koodit" });
  await gone.getByText("Koodi juhannus ei ole enää käytössä").waitFor();
  await gone.getByText("Tarjous ei ole juuri nyt käytössä.").waitFor();
  await page.getByRole("button", { name: "Piilota tieto koodista juhannus" }).click();
  await expect.poll(() => gone.count()).toBe(0);
});

it("two for one is refused at the button where it would not hold, with its days", async () => {
  const saturday = nextDay(6);
  const method = pickupAt(OPEN.kaisaniemi, { preorderTime: `${saturday} 18:00` });
  const { page } = await shopper(world, "/osta2maksa1", ready(OPEN.kaisaniemi, { method }));
  await page.getByText("Tarjouksen saa maanantaista torstaihin. Se on käytössä taas maanantaina.").waitFor();
  expect(await page.getByRole("button", { name: "Ota tarjous käyttöön" }).count()).toBe(0);
});

it("what members get leads to the door, and a guest has the drink at its own price", async () => {
  const { page } = await CheckoutPage.open(world, ready(OPEN.kaisaniemi));
  const extras = page.getByRole("region", { name: "Kruunaa tilaus" });
  await extras.getByRole("button", { name: "Lisää: Jaffa-limonadi" }).click();
  await page.getByRole("button", { name: "Maksa 17,80 €", exact: true }).waitFor();
  await extras.getByRole("link", { name: "Kirjaudu sisään" }).first().click();
  await page.getByRole("heading", { name: "Kirjaudu sisään", level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Maksa 17,80 €", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/ostoskori");
});

/** The next day that is this day of the week (0 Sunday … 6 Saturday), within a week. */
function nextDay(weekday: number): string {
  const DAY_MS = 24 * 60 * 60_000;
  const days = [1, 2, 3, 4, 5, 6, 7].map((ahead) => new Date(Date.now() + ahead * DAY_MS));
  return (
    days
      .find((day) => day.getUTCDay() === weekday)
      ?.toISOString()
      .slice(0, 10) ?? ""
  );
}
