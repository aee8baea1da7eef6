/** What everybody must be able to read before they order is one press away from each page. */
import { expect, it } from "vitest";
import { useWorld } from "./harness/world";

const world = useWorld();

it.each([
  ["Käyttöehdot", "Verkkokaupan käyttöehdot", /Peruminen/],
  ["Tietosuoja", "Tietosuoja", /Rekisterinpitäjä on Ovelle Oy/],
  ["Allergiat ja ruokavaliot", "Allergiat ja ruokavaliot", /soita ravintolaan ennen tilaamista/],
])("the footer leads to: %s", async (link, title, says) => {
  const { page } = await world.visit("/menu", { device: "desktop" });
  await page.locator("footer").getByRole("link", { name: link, exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  await expect.poll(() => page.getByText(says).first().isVisible()).toBe(true);
});
