/** The whole shop as a guest goes through it: from the front page to a pizza at the door. */
import { describe, expect, it } from "vitest";
import { watchItArrive } from "./harness/arrival";
import { audit, stickingOut } from "./harness/audit";
import { HEADING } from "./harness/headings";
import { awaitHeading } from "./harness/reading";
import { type Hand, Guest } from "./harness/guest";
import type { Visit, VisitOptions } from "./harness/visit";
import { useWorld } from "./harness/world";

/** The provider's page sends people back to where they came from. */
const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
/** From the link to a paid order. */
const MOST_TAPS = 14;
const MOST_MS = 60_000;
const SLOW = 90_000;
/** Where the car is waited for too. */
const TO_THE_DOOR = 150_000;
/** More than what lies between two looks of a page that has no line. */
const POLL_EVERY_MS = 35_000;

/** Opens the shop on the server's own address, where the provider leads back to. */
async function come(hand: Hand, options: VisitOptions = {}): Promise<{ visit: Visit; guest: Guest }> {
  const visit = await world.visitor(options);
  await visit.page.goto(`${world.server.url}/`);
  return { visit, guest: new Guest(visit.page, hand) };
}

const kept = (visit: Visit) =>
  visit.page.evaluate(() => {
    const order = JSON.parse(localStorage.getItem("ovelle.order") ?? "{}") as { items?: unknown[] };
    return order.items?.length ?? 0;
  });

// spec: CK-01, CK-02, PD-59
describe("a guest orders a pizza of their own, pays, and watches the car arrive", () => {
  it.each<[string, Hand, VisitOptions]>([
    ["by touch on a phone", "touch", { device: "phone" }],
    ["with a mouse at a desk", "mouse", { device: "desktop" }],
    ["by the keyboard alone", "keyboard", { device: "desktop" }],
  ])(
    "%s",
    async (_, hand, options) => {
      const begunAt = performance.now();
      const { visit, guest } = await come(hand, options);
      await guest.setUp();
      await guest.buildPizza();
      await guest.introduce();
      await guest.goToPay();
      await guest.payThere();
      await awaitHeading(visit.page, HEADING.received);
      expect(guest.taps).toBeLessThanOrEqual(MOST_TAPS);
      expect(performance.now() - begunAt).toBeLessThanOrEqual(MOST_MS);
      await expect.poll(() => kept(visit)).toBe(0);
      await watchItArrive(world.kitchen, visit.page);
    },
    TO_THE_DOOR,
  );

  it(
    "with the socket blocked",
    async () => {
      const visit = await world.visitor({ clock: true });
      await visit.page.routeWebSocket(/.*/, (socket) => void socket.close());
      await visit.page.goto(`${world.server.url}/`);
      const guest = new Guest(visit.page, "touch");
      await guest.setUp();
      await guest.buildPizza();
      await guest.introduce();
      await guest.goToPay();
      await guest.payThere();
      await awaitHeading(visit.page, HEADING.received);
      await watchItArrive(world.kitchen, visit.page, () => visit.page.clock.fastForward(POLL_EVERY_MS));
    },
    TO_THE_DOOR,
  );
});

// spec: CK-11, CK-14
it(
  "who turns back at the provider finds everything kept, and pays the same order",
  async () => {
    const { visit, guest } = await come("touch");
    await guest.setUp();
    await guest.buildPizza();
    await guest.introduce();
    await guest.goToPay();
    await guest.turnBack();
    await visit.page.getByText("Maksu peruttu").first().waitFor();
    await expect.poll(() => kept(visit)).toBe(1);
    const name = visit.page.getByRole("textbox", { name: "Nimi" });
    await expect.poll(() => name.inputValue()).toBe("Aino Virtanen");
    await visit.page.reload();
    await guest.goToPay();
    await guest.payThere();
    await awaitHeading(visit.page, HEADING.received);
  },
  SLOW,
);

// spec: SH-13
it(
  "the cart reads well, for everybody",
  async () => {
    const { visit, guest } = await come("touch");
    const { page } = visit;
    await page.goto(`${world.server.url}/ostoskori`);
    await page.getByText("Ole hyvä ja valitse ensin ravintola!").waitFor();
    await expect.poll(() => page.getByRole("banner").getByRole("link").allInnerTexts()).toHaveLength(2);
    await expect.poll(() => page.getByRole("contentinfo").getByRole("link").count()).toBe(0);
    expect(await audit(page)).toEqual([]);
    await page.goto(`${world.server.url}/`);
    await guest.setUp();
    await guest.buildPizza();
    await guest.pay.waitFor();
    await page.getByRole("radio", { name: "MobilePay" }).waitFor();
    expect(await audit(page)).toEqual([]);
    await guest.press(guest.pay);
    await page.getByText("Tämä kenttä on pakollinen.").first().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("autocomplete")))
      .toBe("name");
    expect(await audit(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await stickingOut(page)).toEqual([]);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    expect(await stickingOut(page)).toEqual([]);
  },
  SLOW,
);
