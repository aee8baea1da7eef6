/** README's pictures, taken anew into `docs/pictures`; made small where `pngquant` is installed. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { type Display, SIZES } from "./harness/browser";
import { SHOP_STATES } from "./harness/shopStates";
import { STAFF_STATES } from "./harness/staffStates";
import { awaitSettled, CUSTOMER_STATES, type PageState } from "./harness/states";
import type { Visit, VisitOptions } from "./harness/visit";
import { useWorld, type World } from "./harness/world";

const customers = useWorld();
const shop = useWorld();
/** Apart, so that the board shows what is meant for it. */
const staff = useWorld();
const FOLDER = join(import.meta.dirname, "../../docs/pictures");

interface Picture extends Display {
  file: string;
  reach: (how: VisitOptions) => Promise<Visit>;
}

const PICTURES: readonly Picture[] = [
  { file: "menu-desktop", device: "desktop", theme: "light", reach: ofShop("menu-top") },
  { file: "home-phone", device: "phone", theme: "light", reach: ofShop("home-address") },
  { file: "editor-phone", device: "phone", theme: "light", reach: ofShop("product-built") },
  { file: "cart-phone", device: "phone", theme: "light", reach: ofShop("cart-full") },
  { file: "next-phone", device: "phone", theme: "dark", reach: ofCustomers("next") },
  { file: "road-desktop", device: "desktop", theme: "light", reach: ofCustomers("on-the-way") },
  { file: "oven-phone", device: "phone", theme: "light", reach: ofCustomers("in-oven") },
  { file: "elsewhere-phone", device: "phone", theme: "light", reach: ofCustomers("at-another-door") },
  { file: "stale-phone", device: "phone", theme: "light", reach: ofCustomers("stale-car") },
  { file: "board-desktop", device: "desktop", theme: "light", reach: ofStaff("board-opened") },
];

/** A phone's picture is no higher than what one looks at first. */
const HEIGHTS = { phone: 710, desktop: 860 } as const;

it.each(PICTURES)("$file", async ({ file, device, theme, reach }) => {
  const { page } = await reach({ device, theme });
  const alert = page.getByRole("button", { name: "Sulje tiedote" });
  if ((await alert.count()) > 0) await alert.click();
  await page.setViewportSize({ width: SIZES[device].width, height: HEIGHTS[device] });
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  await page.evaluate(() => document.fonts.ready);
  // Nothing is half faded in.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
  );
  const path = join(FOLDER, `${file}.png`);
  const { length } = await page.screenshot({ path });
  expect(length).toBeGreaterThan(0);
  await makeSmall(path);
});

/** Of drawings few colours are enough. */
async function makeSmall(path: string): Promise<void> {
  await promisify(execFile)("pngquant", [
    "--force",
    "--skip-if-larger",
    "--ext",
    ".png",
    "--quality=70-95",
    path,
  ]).catch(() => {});
}

function named<State extends { name: string }>(states: readonly State[], name: string): State {
  const found = states.find((state) => state.name === name);
  if (!found) throw new Error(`no state is called ${name}`);
  return found;
}

function ofShop(name: string): Picture["reach"] {
  return (how) => named(SHOP_STATES, name).reach(shop, how);
}

function ofCustomers(name: string): Picture["reach"] {
  return (how) => settled(named(CUSTOMER_STATES, name), customers, how);
}

function ofStaff(name: string): Picture["reach"] {
  return (how) => settled(named(STAFF_STATES, name), staff, how);
}

async function settled(state: PageState, world: World, how: VisitOptions): Promise<Visit> {
  const visit = await state.reach({ world, shortLived: world }, how);
  await awaitSettled(visit.page, state);
  return visit;
}
