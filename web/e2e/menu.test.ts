/** The menu and what lies over it: what it says, how it is read out, and whether everybody can use it. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { CUSTOMER, type Shopper, shopper } from "./harness/shopper";
import { awaitHeading, expectOutline, outlineOf } from "./harness/reading";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const world = useWorld();

/** A menu is long, and it is audited on four devices. */
const AUDITED_WITHIN_MS = 90_000;

interface MenuState {
  name: string;
  path: string;
  who: Shopper;
  /** What is there once the state is reached. */
  seen: (page: Page) => ReturnType<Page["getByText"]>;
  /** What is read out of it: parts that are the same at every hour. */
  part: (page: Page) => ReturnType<Page["getByRole"]>;
}

const titled = (name: string) => (page: Page) => page.getByRole("heading", { name });
const region = (name: string) => (page: Page) => page.getByRole("region", { name });
const dialog = (name: string) => (page: Page) => page.getByRole("dialog", { name });

const STATES: readonly MenuState[] = [
  {
    name: "menu-without-restaurant",
    path: "/menu",
    who: CUSTOMER.new,
    seen: titled("Lankut"),
    part: (page) => page.getByRole("navigation", { name: "Tuoteryhmät" }),
  },
  { name: "menu-cards", path: "/menu", who: CUSTOMER.chosen, seen: titled("Dipit"), part: region("Dipit") },
  {
    name: "menu-address",
    path: "/menu",
    who: CUSTOMER.chosen,
    seen: titled("Dipit"),
    part: region("Toimitustapa"),
  },
  {
    name: "menu-filtered",
    path: "/menu?rajaus=Vegan",
    who: CUSTOMER.chosen,
    seen: (page) => page.getByText("poista rajaus"),
    part: region("Lankut"),
  },
  {
    name: "menu-nothing-fits",
    path: "/menu?rajaus=Ruis",
    who: CUSTOMER.chosen,
    seen: (page) => page.getByText("0 tuotetta"),
    part: region("Lankut"),
  },
  {
    name: "menu-sold-out",
    path: "/menu",
    who: CUSTOMER.unlucky,
    seen: (page) => page.getByText("Loppunut valitsemastasi ravintolasta"),
    part: region("Jäätelöt"),
  },
  {
    name: "combo",
    path: "/menu/kaveripaketti",
    who: CUSTOMER.chosen,
    seen: (page) => page.getByRole("button", { name: /Lisää tilaukseen(?!:)/ }),
    part: dialog("Kaveripaketti"),
  },
  {
    name: "reorder-guest",
    path: "/menu/tilaa-uudelleen",
    who: CUSTOMER.new,
    seen: titled("Tilaa uudelleen"),
    part: dialog("Tilaa uudelleen"),
  },
  {
    name: "ingredients",
    path: "/raaka-aineet",
    who: CUSTOMER.new,
    seen: titled("Juustot"),
    part: (page) => page.getByRole("main"),
  },
  {
    name: "two-for-one",
    path: "/osta2maksa1",
    who: CUSTOMER.monday,
    seen: titled("Osta kaksi, maksa yksi"),
    part: (page) => page.getByRole("main"),
  },
];

describe.each([...STATES])("$name", ({ name, path, who, seen, part }) => {
  it(
    "says what it is, and everybody can use it",
    async () => {
      const { page } = await shopper(world, path, who);
      await seen(page).first().waitFor();
      await expectOutline(name, () => outlineOf(part(page)));
      await expectUsable(page);
    },
    AUDITED_WITHIN_MS,
  );
});

// spec: MN-07, MN-26
it("a dip goes into the order by the keyboard alone, and the bar leads to the cart", async () => {
  const { page } = await shopper(world, "/menu#dipit", CUSTOMER.chosen);
  const add = page.getByRole("button", { name: "Lisää: Aiolidippi" });
  await add.focus();
  await page.keyboard.press("Enter");
  await page
    .getByRole("link", { name: /1 tuote, 1,50/ })
    .last()
    .waitFor();
  await page.getByRole("button", { name: "Vähennä: Aiolidippi" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("button", { name: "Vähennä: Aiolidippi" }).count()).toBe(0);
});

// spec: MN-02, CM-01
it("what was opened over the menu gives the focus back to its card", async () => {
  const { page } = await shopper(world, "/menu", CUSTOMER.chosen);
  const card = page.getByRole("link", { name: "Kaveripaketti" });
  await card.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Kaveripaketti" }).waitFor();
  await expect.poll(() => page.title()).toBe("Kaveripaketti · Ovelle");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).pathname).toBe("/menu");
  await expect.poll(() => card.evaluate((link) => link === document.activeElement)).toBe(true);
  await expect.poll(() => page.title()).toBe("Ruokalista · Ovelle");
});

// spec: MN-08, MN-10, MN-11
it("a hash brings its category into view and focuses its heading; the tiles follow", async () => {
  const { page } = await shopper(world, "/menu#juomat", CUSTOMER.new);
  const title = page.getByRole("heading", { name: "Juomat" });
  await expect.poll(() => title.evaluate((heading) => heading === document.activeElement)).toBe(true);
  const top = () => title.evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
  // What loads above it meanwhile may move it by a hair.
  await expect.poll(async () => Math.abs((await top()) - 176)).toBeLessThan(8);
  const current = page.getByRole("navigation", { name: "Tuoteryhmät" }).locator("[aria-current]");
  await expect.poll(() => current.allInnerTexts()).toEqual(["Juomat"]);
});

// spec: MN-09, MN-17
it("without a hash it begins with the highlights; a tile is current once one has gone to it", async () => {
  const { page } = await shopper(world, "/menu", CUSTOMER.chosen);
  const first = page.getByRole("main").getByRole("heading", { level: 2 }).first();
  await expect.poll(() => first.allInnerTexts()).toEqual(["Illalle"]);
  const tiles = page.getByRole("navigation", { name: "Tuoteryhmät" });
  const current = tiles.locator("[aria-current]");
  expect(await current.count()).toBe(0);
  await tiles.getByRole("link", { name: "Monsterit" }).click();
  await expect.poll(() => current.allInnerTexts()).toEqual(["Monsterit"]);
});

it("tiles above it lead to combos and to ordering again", async () => {
  const { page } = await shopper(world, "/menu", CUSTOMER.chosen);
  const tiles = page.getByRole("list", { name: "Poimintoja" });
  await tiles.getByRole("link", { name: /^Kaveripaketti 28,90/ }).waitFor();
  await tiles.getByRole("link", { name: /^Tilaa uudelleen/ }).click();
  await page.getByRole("dialog", { name: "Tilaa uudelleen" }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/menu/tilaa-uudelleen");
});

// spec: MN-12
it("a filter takes the place of the address before it, so back leaves the menu", async () => {
  const visit = await shopper(world, "/raaka-aineet", CUSTOMER.new);
  await visit.open("/menu");
  await visit.page.getByRole("button", { name: "Vegan" }).click();
  await expect.poll(() => new URL(visit.page.url()).search).toBe("?rajaus=Vegan");
  await visit.page.goBack();
  await expect.poll(() => new URL(visit.page.url()).pathname).toBe("/raaka-aineet");
});

// spec: MN-04
it("a product stands alone where it is asked to", async () => {
  const { page } = await shopper(world, "/menu/saunavuoro/standAlone", CUSTOMER.new);
  await page.getByRole("heading", { name: "Saunavuoro", level: 1 }).waitFor();
  await expect.poll(() => page.getByRole("banner").count()).toBe(0);
  await expect.poll(() => page.getByRole("contentinfo").count()).toBe(0);
});

// spec: MN-05
it.each(["perfetta", "omavalintainen-monster", "omavalintainen-lankku", "omavalintainen-kotzone"])(
  "/menu/%s is a page of its own",
  async (slug) => {
    const { page } = await shopper(world, `/menu/${slug}`, CUSTOMER.new);
    const title = page.getByRole("dialog").getByRole("heading", { level: 1 });
    await expect.poll(() => title.allInnerTexts()).toHaveLength(1);
  },
);

// spec: CM-24
it("there is no page of offers, but for who looks at it before it opens", async () => {
  const { page } = await shopper(world, "/tarjoukset", CUSTOMER.new);
  await awaitHeading(page, "Sivua ei löydy");
  const { page: early } = await shopper(world, "/tarjoukset?forceActive=1", CUSTOMER.new);
  await awaitHeading(early, "Tarjoukset");
});

it("a menu that is on its way is announced, and its cards have their place", async () => {
  const visit = await world.visitor();
  // It never comes.
  await visit.page.route("**/api/commerce/v2/menu**", () => {});
  await visit.open("/menu");
  await expect.poll(() => visit.page.getByText("Haetaan ruokalistaa").count()).toBe(1);
});

it("a menu that does not come says so, and comes when it is asked for again", async () => {
  const visit = await world.visitor();
  const { page } = visit;
  await page.route("**/api/commerce/v2/menu**", (route) => route.abort());
  await visit.open("/menu");
  await page.getByText(/Ruokalista ei auennut/).waitFor();
  await page.unroute("**/api/commerce/v2/menu**");
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await expect.poll(() => page.getByRole("heading", { name: "Lankut" }).count()).toBe(1);
});
