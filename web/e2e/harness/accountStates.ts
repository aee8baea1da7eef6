/** Every state of the pages of an account, and of what the shop shows of one. */
import type { Page } from "playwright-core";
import { OPEN, pickupAt } from "./checkoutPage";
import { ask, change, PASSWORD, RATAPIHA, saveAddress } from "./member";
import { type Before, failing, first, mine, mineOver, ordered, running, waiting } from "./memberWays";
import { CUSTOMER } from "./shopper";
import { button, type ShopState, text, title } from "./shopWays";

const PICKED_UP = { method: pickupAt(OPEN.kaisaniemi) };
const JAFFA = { productId: "3704", sizeId: "302" };
const MANY = [{ ...RATAPIHA, quantity: 2 }, JAFFA, { productId: "3003", sizeId: "101" }];
const HISTORY = "/asiakastili/tilaushistoria";
const DETAILS = "/asiakastili/omat-tiedot";
const BOOK = "/asiakastili/osoitteet";
const METHODS = "/asiakastili/maksutavat";
const ORDERS = "**/api/commerce/v2/customers/me/orders/details**";
const ADDRESSES = "**/api/users/me/addresses";

const home: Before = (who) => saveAddress(who);
const work: Before = (who) =>
  saveAddress(who, {
    streetAddress: "Vaasankatu 12",
    apartmentNumber: "C 24",
    zipCode: "00500",
    latitude: "60.1876",
    longitude: "24.9601",
    extraInfo: "Ovikoodi 1234, toinen kerros",
  });
/** Words as long as a person may write them. */
const LONG = "Kolmivaihekilowattituntimittarinkorjaajan";
const longHome: Before = (who) =>
  saveAddress(who, {
    streetAddress: `${LONG}linnanpuistokatu 112`,
    apartmentNumber: "Porras ABC 12345678",
    city: "Uusikaarlepyynmaalaiskuntalaisten",
    extraInfo: `${LONG}${LONG} ovikoodi 1234`,
  });
const longPerson: Before = (who) =>
  change(who, {
    firstName: "Maximilianaleksanterikristofferinpoikanenvanhempi",
    lastName: "Hääyöaieuutinen-Kolmivaihekilowattituntimittari",
    birthDate: "1990-01-01",
    emailMarketingPermission: true,
    email: `${LONG.toLowerCase()}@${LONG.toLowerCase()}.${Date.now()}.posti.example`,
    currentPassword: PASSWORD,
  });

const link = (name: string | RegExp) => (page: Page) => page.getByRole("link", { name }).first();
const dialog = (page: Page) => page.getByRole("dialog");
const heading = (name: string | RegExp) => (page: Page) => dialog(page).getByRole("heading", { name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const openOrder = (page: Page) => link(/Ratapiha/)(page).click();

const PLACES: readonly ShopState[] = [
  mine("account-list", { before: running, path: "/asiakastili", seen: link(/Tilaukset/) }),
  mine("account-opening", {
    before: waiting("**/api/users/session"),
    path: DETAILS,
    seen: text("Haetaan tiliäsi"),
  }),
  mine("account-failed", {
    before: failing("**/api/users/session"),
    path: DETAILS,
    seen: text("Tiliäsi ei saatu haettua."),
  }),
];

const OWN_DATA: readonly ShopState[] = [
  mine("details", { before: first(home, work), path: DETAILS, seen: text("Vaasankatu 12 C 24") }),
  mine("details-long", {
    before: first(longPerson, longHome, work),
    path: DETAILS,
    seen: text(/^Lähetimme vahvistuslinkin/),
  }),
  mineOver("details-edit", { path: DETAILS, step: edit, seen: heading("Muokkaa yhteystietoja") }),
  mineOver("details-edit-faults", {
    path: DETAILS,
    step: async (page) => {
      await edit(page);
      await field(page, "Etunimi").fill("");
      await field(page, "Puhelin").fill("abc");
      await dialog(page).getByRole("button", { name: "Tallenna" }).click();
    },
    seen: (page) => dialog(page).locator('[aria-invalid="true"]').first(),
  }),
  mineOver("details-edit-email", {
    path: DETAILS,
    step: async (page) => {
      await edit(page);
      await dialog(page).getByLabel("Sähköposti").fill("uusi@posti.example");
    },
    seen: text("Sähköpostin vaihto vaatii salasanasi."),
  }),
  mineOver("details-birth-date", {
    path: DETAILS,
    step: (page) => link("Lisää syntymäaika")(page).click(),
    seen: (page) => dialog(page).getByLabel("Vuosi"),
  }),
  mine("details-link-sent", {
    path: DETAILS,
    step: (page) => button("Lähetä linkki")(page).click(),
    seen: text("Linkki lähti sähköpostiisi."),
  }),
  mineOver("details-export", { path: `${DETAILS}#lataa-tiedot`, seen: heading("Lataa omat tiedot") }),
  mineOver("details-export-wrong", {
    path: `${DETAILS}#lataa-tiedot`,
    step: async (page) => {
      await field(page, "Nykyinen salasana").fill("arvaus");
      await button("Lataa sivuna")(page).click();
    },
    seen: (page) => dialog(page).locator('[aria-invalid="true"]').first(),
  }),
  mineOver("details-erase", { path: `${DETAILS}#poista-tili`, seen: heading("Poista tili") }),
  mineOver("details-erase-faults", {
    path: `${DETAILS}#poista-tili`,
    step: (page) => dialog(page).getByRole("button", { name: "Poista tili" }).click(),
    seen: text("Kirjoita POISTA isoilla kirjaimilla."),
  }),
  mineOver("details-erase-open-order", {
    before: running,
    path: `${DETAILS}#poista-tili`,
    step: async (page) => {
      await field(page, "Kirjoita POISTA").fill("POISTA");
      await field(page, "Nykyinen salasana").fill(PASSWORD);
      await dialog(page).getByRole("button", { name: "Poista tili" }).click();
    },
    seen: text("Peru maksua odottava tilaukseni"),
  }),
];

async function edit(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: /^Muokkaa/ })
    .first()
    .click();
  await dialog(page).waitFor();
}

const PAST: readonly ShopState[] = [
  mine("history-empty", { path: HISTORY, seen: text("Ei vielä tilauksia") }),
  mine("history-loading", { before: waiting(ORDERS), path: HISTORY, seen: text("Haetaan tilauksia") }),
  mine("history-failed", {
    before: failing(ORDERS),
    path: HISTORY,
    seen: text("Tilauksia ei saatu haettua."),
  }),
  mine("history", {
    before: first(ordered(MANY), ordered([JAFFA]), ordered([RATAPIHA], true), running),
    path: HISTORY,
    seen: title("Tilaushistoria"),
  }),
  mineOver("history-order", {
    before: ordered(MANY),
    path: HISTORY,
    step: openOrder,
    seen: (page) => dialog(page).getByRole("button", { name: "Tilaa uudelleen" }),
  }),
  mineOver("history-order-favourite", {
    before: ordered([RATAPIHA], true),
    path: HISTORY,
    step: openOrder,
    seen: (page) => dialog(page).getByRole("button", { name: "Suosikkisi" }),
  }),
];

const KEPT: readonly ShopState[] = [
  mine("methods-none", { path: METHODS, seen: text(/^Mikään maksutapa/) }),
  mine("methods-chosen", {
    before: (who) => change(who, { preferredPaymentMethod: { id: "scheme", option: null } }),
    path: METHODS,
    seen: button("Poista valinta"),
  }),
  mine("addresses-empty", { path: BOOK, seen: text(/^Ei vielä osoitteita/) }),
  mine("addresses-loading", { before: waiting(ADDRESSES), path: BOOK, seen: text("Haetaan osoitteita") }),
  mine("addresses-failed", {
    before: failing(ADDRESSES),
    path: BOOK,
    seen: text("Osoitteita ei saatu haettua."),
  }),
  mine("addresses", { before: first(home, work), path: BOOK, seen: text("Vaasankatu 12 C 24") }),
  mine("addresses-long", { before: first(longHome, home), path: BOOK, seen: text(/linnanpuistokatu/) }),
  mineOver("addresses-add", {
    before: home,
    path: `${BOOK}#uusi-osoite`,
    seen: heading("Lisää uusi osoite"),
  }),
  mineOver("addresses-edit", {
    before: first(home, work),
    path: BOOK,
    step: (page) => link("Muokkaa: Vaasankatu 12 C 24")(page).click(),
    seen: heading("Muokkaa kuljetusosoitetta"),
  }),
  mineOver("addresses-remove", {
    before: first(home, work),
    path: BOOK,
    step: async (page) => {
      await link("Muokkaa: Vaasankatu 12 C 24")(page).click();
      await button("Poista osoite")(page).click();
    },
    seen: text("Poistetaanko Vaasankatu 12 C 24?"),
  }),
];

const IN_THE_SHOP: readonly ShopState[] = [
  mine("member-home", {
    before: first(home, ordered(MANY, true), running),
    path: "/",
    seen: link(/^Tilaa uudelleen/),
  }),
  mineOver("member-hamburger", {
    before: first(ordered([RATAPIHA], true), running),
    path: "/#valikko",
    seen: (page) => dialog(page).getByRole("link", { name: "Kirjaudu ulos" }),
  }),
  mineOver("member-favourite-added", {
    who: PICKED_UP,
    before: ordered([RATAPIHA], true),
    path: "/menu",
    step: async (page) => {
      const { width = 0 } = page.viewportSize() ?? {};
      if (width < 760) await page.getByRole("link", { name: "Avaa valikko" }).click();
      await button("Suosikkitilaus koriin")(page).click();
    },
    seen: button("Kumoa"),
  }),
  mineOver("member-menu", {
    before: running,
    path: "/",
    step: async (page) => {
      const { width = 0 } = page.viewportSize() ?? {};
      if (width >= 760) await page.getByRole("button", { name: "Oma tili" }).click();
    },
    seen: link("Kirjaudu ulos"),
  }),
  mineOver("member-sign-out", { path: "/menu#kirjaudu-ulos", seen: heading("Kirjaudu ulos?") }),
  mineOver("member-lost-session", {
    who: CUSTOMER.full,
    path: "/ostoskori",
    step: async (page, who) => {
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>("input[autocomplete=name]")?.value,
      );
      const session = await page.context().cookies();
      await ask(who, "post", "/api/users/logout-all", {});
      await page.context().addCookies(session);
      await page
        .getByRole("button", { name: /^Lisää yksi|Lisää määrää|\+/ })
        .first()
        .click();
    },
    seen: heading("Istuntosi päättyi"),
  }),
  mineOver("member-reorder", {
    who: PICKED_UP,
    before: first(ordered([JAFFA]), ordered(MANY)),
    path: "/menu/tilaa-uudelleen",
    seen: button(/^Lisää.* koriin: Tilattu/),
  }),
  mineOver("member-reorder-empty", { path: "/menu/tilaa-uudelleen", seen: text("Ei vielä tilauksia") }),
  mineOver("member-reorder-failed", {
    before: failing(ORDERS),
    path: "/menu/tilaa-uudelleen",
    seen: (page) => dialog(page).getByRole("alert").first(),
  }),
  mineOver("member-setup", {
    before: first(home, work),
    path: "/menu#aloita-tilaus",
    seen: (page) => page.getByRole("radio", { name: /^Vaasankatu 12 C 24/ }),
  }),
  mineOver("member-setup-long", {
    before: first(longHome, home),
    path: "/menu#aloita-tilaus",
    seen: (page) => page.getByRole("radio", { name: /^Liisankatu 12/ }),
  }),
  mineOver("member-setup-first-address", {
    path: "/menu#aloita-tilaus",
    step: async (page) => {
      await page.getByRole("combobox", { name: "Syötä kuljetusosoite" }).pressSequentially("Liisankatu 12");
      await page
        .getByRole("option", { name: /Liisankatu 12/ })
        .first()
        .click();
    },
    seen: (page) => page.getByLabel("Rappu/asunto"),
  }),
];

/** All of them. */
export const ACCOUNT_STATES: readonly ShopState[] = [
  ...PLACES,
  ...OWN_DATA,
  ...PAST,
  ...KEPT,
  ...IN_THE_SHOP,
];
