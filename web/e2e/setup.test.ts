/** The order set-up in a browser: how each step is read out, whether everybody can use it, and by the keyboard alone. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Place } from "../src/api/wire";
import type { Address } from "../src/shop/cart/order";
import { aDelivery, anAddress } from "../src/shop/testing/orders";
import { audit } from "./harness/audit";
import { tabTo } from "./harness/focus";
import { expectOutline, outlineOf } from "./harness/reading";
import { CUSTOMER, type Shopper, shopper } from "./harness/shopper";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const world = useWorld();
const AUDITED_WITHIN_MS = 120_000;

const { preorderTime } = CUSTOMER.chosen.method;

/** Preorders, so that what is offered does not depend on when a test runs. */
function toDoor(address: Address | null): Shopper {
  return { method: aDelivery({ preorderTime, address, zoneId: null, deliveryZoneVersion: null }) };
}

/** The menu behind has a combobox too. */
const addressField = (page: Page) => page.getByRole("combobox", { name: "Syötä kuljetusosoite" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });

/** The outline without the days and quarter hours that happen to be offered. */
async function outlineOfSetup(page: Page): Promise<string> {
  const lines = (await outlineOf(dialog(page))).split("\n");
  const isTime = (line: string) =>
    /(radio|text:?) "?(Tänään|Huomenna|\p{L}{2}\s#\.#\.|#\.#)("|$)/u.test(line.trim());
  return lines.filter((line) => !isTime(line)).join("\n");
}

interface SetupState {
  name: string;
  who: Shopper;
  /** What a person does first. */
  act?: (page: Page) => Promise<void>;
  /** What is there once the state is reached. */
  seen: (page: Page) => ReturnType<Page["getByText"]>;
}

const STATES: readonly SetupState[] = [
  {
    name: "setup-address",
    who: toDoor(null),
    seen: (page) => page.getByText("Ajat näkyvät, kun olet valinnut osoitteen."),
  },
  {
    name: "setup-delivery",
    who: toDoor(anAddress()),
    seen: (page) => dialog(page).getByRole("radio", { name: /^Ovelle/ }),
  },
  {
    name: "setup-suggestions",
    who: toDoor(null),
    act: (page) => addressField(page).fill("Liisan"),
    seen: (page) => page.getByText("Useita tuloksia, tarkenna hakua"),
  },
  {
    name: "setup-unknown-address",
    who: toDoor(null),
    act: async (page) => {
      await addressField(page).fill("Olematonkuja 900");
      await addressField(page).press("Enter");
    },
    seen: (page) => page.getByText(/^Häh, emme tunnista osoitettasi/),
  },
  {
    name: "setup-pickup",
    who: CUSTOMER.chosen,
    seen: (page) => dialog(page).getByRole("radio", { name: /^Ovelle Kaisaniemi/ }),
  },
  // The restaurant of an order comes first in every search (OS-55); here it is no more.
  {
    name: "setup-nothing-found",
    who: { method: { ...CUSTOMER.chosen.method, restaurantId: "9999" } },
    act: (page) => page.getByRole("searchbox").fill("xyzzy"),
    seen: (page) => page.getByText("Haulla ei löytynyt ravintoloita"),
  },
];

describe.each([...STATES])("$name", ({ name, who, act, seen }) => {
  it(
    "says what it is, and everybody can use it",
    async () => {
      const { page } = await shopper(world, "/menu#aloita-tilaus", who);
      await dialog(page).waitFor();
      await act?.(page);
      await seen(page).first().waitFor();
      await expectOutline(name, () => outlineOfSetup(page));
      await expectUsable(page);
    },
    AUDITED_WITHIN_MS,
  );
});

// spec: OS-58
it("an address is suggested, has its place, and is found where the browser is", async () => {
  const { page } = await shopper(world, "/menu#aloita-tilaus", toDoor(null));
  const field = dialog(page).getByRole("combobox");
  const placed = page.waitForResponse(/\/places\/(?!suggest|reverse)/);
  await field.fill("Liisankatu 20");
  await page
    .getByRole("option", { name: /Liisankatu 20/ })
    .first()
    .click();
  const { placeId, latitude, longitude } = (await (await placed).json()) as Place;
  expect((await placed).url()).toContain(encodeURIComponent(placeId));
  await expect.poll(() => field.inputValue()).toBe("Liisankatu 20, 00170 Helsinki");

  await field.fill("");
  await page.context().setGeolocation({ latitude, longitude });
  await page.context().grantPermissions(["geolocation"]);
  await dialog(page).getByRole("button", { name: "Käytä sijaintiani" }).click();
  await expect.poll(() => field.inputValue()).toBe("Liisankatu 20, 00170 Helsinki");
});

// spec: OS-03, OS-11, OS-12, OS-13
it("a guest changes from picking up to a door by the keyboard alone", async () => {
  const { page } = await shopper(world, "/menu", CUSTOMER.chosen);
  const edit = page.getByRole("link", { name: "Muokkaa toimitustapaa" });
  await edit.focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Muokkaa toimitustapaa");
  await tabTo(page, "Nouto");
  await page.keyboard.press("ArrowLeft");
  await tabTo(page, "Syötä kuljetusosoite");
  await page.keyboard.type("Liisankatu 12");
  await page
    .getByRole("option", { name: /Liisankatu 12/ })
    .first()
    .waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog(page)
    .getByRole("radio", { name: /^Ovelle/ })
    .first()
    .waitFor();
  await tabTo(page, "Rappu/asunto");
  await page.keyboard.type("B 7");
  await page.getByRole("button", { name: "Tallenna valinnat", exact: true }).waitFor();
  await tabTo(page, "Tallenna valinnat");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await expect
    .poll(() => page.getByRole("region", { name: "Toimitustapa" }).innerText())
    .toContain("Liisankatu 12 B 7");
  await expect.poll(() => edit.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem("pickup_search_query"))).toBeNull();
}, 60_000);

// spec: OS-22
it("Esc closes the suggestions first, the sheet second", async () => {
  const { page } = await shopper(world, "/menu#aloita-tilaus", toDoor(null));
  await addressField(page).fill("Liisan");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("option").count()).toBe(0);
  expect(await dialog(page).count()).toBe(1);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
});

// spec: OS-22
it("an address that cannot be looked up says so, keeps what was written, and is found when the network is back", async () => {
  const { page, proxy } = await shopper(world, "/menu#aloita-tilaus", toDoor(null));
  const field = addressField(page);
  const words = page.getByText("Osoitteita ei saatu haettua. Kokeile hetken päästä uudelleen.");
  await field.waitFor();
  await page.waitForLoadState("networkidle");
  proxy.set("gone");
  await field.fill("Liisankatu 12");
  await field.press("Enter");
  await words.waitFor();
  expect(await field.inputValue()).toBe("Liisankatu 12");
  proxy.set("open");
  await field.press("Enter");
  await page.getByRole("option", { name: "Liisankatu 12, 00170 Helsinki" }).click();
  await expect.poll(() => field.inputValue()).toBe("Liisankatu 12, 00170 Helsinki");
  await expect.poll(() => words.count()).toBe(0);
});

// spec: OS-46
it("a street without a number asks for it, with the writing behind the street", async () => {
  const { page } = await shopper(world, "/menu#aloita-tilaus", toDoor(null));
  const field = addressField(page);
  await field.fill("Liisankatu");
  await page.getByRole("option", { name: "Liisankatu, 00170 Helsinki", exact: true }).click();
  await page.getByText("Syötä kadunnumero").waitFor();
  await page.keyboard.type("12");
  await page.getByRole("option", { name: "Liisankatu 12, 00170 Helsinki" }).click();
  await expect.poll(() => field.inputValue()).toBe("Liisankatu 12, 00170 Helsinki");
  await expect.poll(() => page.getByText("Syötä kadunnumero").count()).toBe(0);
});

// spec: OS-61
it("restaurants that do not come are asked for again, and then there", async () => {
  const visit = await world.visitor();
  const { page } = visit;
  await page.route("**/api/commerce/v2/shops/search**", (route) => route.abort());
  await visit.open("/menu?nouto#aloita-tilaus");
  const preorder = page.getByRole("button", { name: "Tee ennakkotilaus" });
  const failed = page.getByText("Vääk, ravintoloiden haku ei onnistunut. Kokeile hetken päästä uudelleen.");
  await preorder.or(failed).first().waitFor();
  // At night nobody takes orders, and one begins with a preorder.
  if (await preorder.count()) {
    await preorder.click();
    await page.getByRole("radio", { name: "Nouto" }).press("Space");
  }
  await failed.waitFor();
  expect(await audit(page)).toEqual([]);
  await page.unroute("**/api/commerce/v2/shops/search**");
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await expect
    .poll(() =>
      dialog(page)
        .getByText(/^Ovelle /)
        .count(),
    )
    .toBeGreaterThan(0);
}, 60_000);
