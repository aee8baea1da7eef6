/** Every state of the shop's pages, and how a browser is brought there. */
import { delivery } from "./orders";
import { CUSTOMER, rememberOrders, shopperTo } from "./shopper";
import {
  broken,
  button,
  held,
  over,
  press,
  radio,
  type ShopState,
  type Step,
  text,
  title,
  whole,
} from "./shopWays";
import type { Visit, VisitOptions } from "./visit";
import type { World } from "./world";

const typeAddress =
  (address: string): Step =>
  async (page) => {
    const field = page.getByRole("combobox", { name: "Syötä kuljetusosoite" });
    await field.waitFor();
    await field.pressSequentially(address);
  };

const chooseAddress: Step = async (page) => {
  await typeAddress("Liisankatu 12")(page);
  await page
    .getByRole("option", { name: /Liisankatu 12/ })
    .first()
    .click();
};

const searchShops =
  (words: string): Step =>
  async (page) => {
    await radio("Nouto")(page).check();
    await page.getByRole("searchbox", { name: "Hae ravintoloita" }).fill(words);
  };

const addCode =
  (code: string): Step =>
  async (page) => {
    await page.getByRole("textbox", { name: "Kampanjakoodi" }).fill(code);
    await page.getByRole("button", { name: "Lisää", exact: true }).last().click();
  };

const HOME: readonly ShopState[] = [
  whole("home-new", { path: "/", seen: title(/katoavat uunista/) }),
  { name: "home-returning", isWhole: true, reach: comeBack },
  held("home-loading", { path: "/", seen: title("Uunista ovelle") }),
  broken("home-broken", "**/api/c*/**", { path: "/", seen: title("Uunista ovelle") }),
  whole("home-address", { path: "/", step: chooseAddress, seen: button("Siirry ostoksille") }),
  over("home-suggestions", {
    path: "/",
    step: typeAddress("Liisank"),
    seen: (p) => p.getByRole("option").first(),
  }),
  whole("home-unknown-address", {
    path: "/",
    step: async (p) => {
      await typeAddress("Olemattomankuja 999")(p);
      await p.keyboard.press("Enter");
    },
    seen: text(/emme tunnista/),
  }),
  whole("home-pickup", {
    path: "/",
    step: (p) => radio("Nouto")(p).check(),
    seen: (p) => p.getByRole("radio", { name: /Ovelle/ }).first(),
  }),
  over("hamburger", {
    path: "/#valikko",
    seen: (p) => p.getByRole("dialog").getByRole("link", { name: "Pizzat", exact: true }),
  }),
];

const SETUP: readonly ShopState[] = [
  over("setup-new", { path: "/menu#aloita-tilaus", seen: radio("Kuljetus") }),
  over("setup-address", { path: "/menu#aloita-tilaus", step: chooseAddress, seen: radio(/Ovelle/) }),
  over("setup-pickup", { path: "/menu#aloita-tilaus", step: searchShops("Helsinki"), seen: radio(/Ovelle/) }),
  over("setup-none", {
    path: "/menu#aloita-tilaus",
    step: searchShops("xyzzy"),
    seen: text("Haulla ei löytynyt ravintoloita"),
  }),
  over("setup-preorder", {
    path: "/menu#aloita-tilaus",
    step: async (p) => {
      await searchShops("Helsinki")(p);
      await radio(/Ovelle/)(p).check();
      await radio("Teen ennakkotilauksen")(p).check();
    },
    seen: (p) => p.getByRole("group", { name: "Kellonaika" }),
  }),
  over("setup-far", {
    path: "/menu#aloita-tilaus",
    step: async (p) => {
      await typeAddress("Kirkkokatu 1")(p);
      await p.getByRole("option").last().click();
    },
    seen: title("Valitse Ravintola"),
  }),
];

const MENU: readonly ShopState[] = [
  whole("menu-new", { path: "/menu", seen: title("Lankut") }),
  whole("menu-chosen", { path: "/menu", who: CUSTOMER.full, seen: title("Lankut") }),
  over("menu-top", { path: "/menu", who: CUSTOMER.full, seen: title("Lankut") }),
  whole("menu-filtered", { path: "/menu?rajaus=Vegan", who: CUSTOMER.chosen, seen: text("poista rajaus") }),
  whole("menu-nothing-fits", { path: "/menu?rajaus=Ruis", who: CUSTOMER.chosen, seen: text("0 tuotetta") }),
  whole("menu-sold-out", { path: "/menu", who: CUSTOMER.unlucky, seen: text("Loppunut valitsemastasi") }),
  over("menu-allergens", {
    path: "/menu",
    who: CUSTOMER.chosen,
    step: press(text(/^Allergeenit$/)),
    seen: text(/Merkitse, mitä vältät/),
  }),
  held("menu-loading", { path: "/menu", seen: text("Haetaan ruokalistaa") }),
  broken("menu-broken", "**/api/commerce/v2/menu**", { path: "/menu", seen: text(/Ruokalista ei auennut/) }),
];

/** A pizza of one's own as a shared link has it. */
const BUILT = `/menu/perfetta?sizeId=101&ingredients=${encodeURIComponent("1408;1302;1407;1604")}`;

const PRODUCTS: readonly ShopState[] = [
  over("product-own", { path: "/menu/perfetta", who: CUSTOMER.chosen, seen: button(/^Lisää tilaukseen \d/) }),
  over("product-pizza", {
    path: "/menu/saunavuoro",
    who: CUSTOMER.chosen,
    seen: button(/^Lisää tilaukseen \d/),
  }),
  over("product-without-restaurant", { path: "/menu/saunavuoro", seen: button(/^Lisää tilaukseen(?!:)/) }),
  over("product-halves", {
    path: "/menu/kaksi-makua",
    who: CUSTOMER.chosen,
    seen: (p) => p.getByRole("dialog").getByRole("heading", { level: 1 }),
  }),
  over("product-drink", {
    path: "/menu/mustikkalimu",
    who: CUSTOMER.chosen,
    seen: button(/^Lisää tilaukseen \d/),
  }),
  over("product-long-name", {
    path: "/menu/nelja-juustoa-ja-talonmies",
    who: CUSTOMER.chosen,
    seen: (p) => p.getByRole("dialog").getByRole("heading", { level: 1 }),
  }),
  over("product-sold-out", {
    path: "/menu/mansikkasorbetti",
    who: CUSTOMER.unlucky,
    seen: (p) => p.getByRole("dialog").getByRole("heading", { level: 1 }),
  }),
  over("product-unknown", { path: "/menu/olematon", seen: text("Tuotetta ei löydy") }),
  over("product-question", {
    path: "/menu/perfetta",
    who: CUSTOMER.chosen,
    step: async (p) => {
      await p
        .getByRole("dialog")
        .getByRole("button", { name: /^Lisää: / })
        .first()
        .click();
      await p.keyboard.press("Escape");
    },
    seen: text("Muutoksesi eivät tallennu."),
  }),
  over("product-built", {
    path: BUILT,
    who: CUSTOMER.chosen,
    seen: button(/^Lisää tilaukseen \d/),
  }),
  over("product-share", {
    path: BUILT,
    who: CUSTOMER.chosen,
    step: press(button("Jaa linkki pizzaasi")),
    seen: text(/Linkistä aukeaa/),
  }),
  whole("product-alone", { path: "/menu/saunavuoro/standAlone", seen: title("Saunavuoro") }),
  over("combo", { path: "/menu/kaveripaketti", who: CUSTOMER.chosen, seen: button(/Lisää tilaukseen(?!:)/) }),
  over("reorder", { path: "/menu/tilaa-uudelleen", seen: title("Tilaa uudelleen") }),
];

const CART: readonly ShopState[] = [
  whole("cart-empty", { path: "/ostoskori", seen: text("Ole hyvä ja valitse ensin ravintola!") }),
  whole("cart-undecided", {
    path: "/ostoskori",
    who: CUSTOMER.undecided,
    seen: text("Ole hyvä ja valitse ensin ravintola!"),
  }),
  whole("cart-full", { path: "/ostoskori", who: CUSTOMER.full, seen: radio("MobilePay") }),
  whole("cart-missing", {
    path: "/ostoskori",
    who: CUSTOMER.full,
    step: press(radio("MobilePay"), button(/^Maksa \d/)),
    seen: text("Tämä kenttä on pakollinen."),
  }),
  whole("cart-codes", {
    path: "/ostoskori",
    who: CUSTOMER.full,
    step: async (p) => {
      await radio("MobilePay")(p).waitFor();
      await addCode("ovelle10")(p);
      await button("Poista koodi ovelle10")(p).waitFor();
      await addCode("eioleolemassa")(p);
    },
    seen: (p) => p.locator('[aria-invalid="true"]').first(),
  }),
  whole("cart-why", {
    path: "/ostoskori",
    who: CUSTOMER.full,
    step: press(radio("MobilePay"), text("Miksi tämä hinta?")),
    seen: text("Perushinta"),
  }),
  over("cart-clear", {
    path: "/ostoskori",
    who: CUSTOMER.full,
    step: press(button("Tyhjennä ostoskori")),
    seen: text(/Oletko varma/),
  }),
  over("cart-edit", {
    path: "/ostoskori",
    who: CUSTOMER.full,
    step: press(radio("MobilePay"), (p) => p.getByRole("link", { name: /Muokkaa: Saunavuoro/ })),
    seen: button(/Tallenna muutokset/),
  }),
  whole("cart-combo", { path: "/ostoskori", who: CUSTOMER.combined, seen: title("Kaveripaketti") }),
  whole("cart-banks", {
    path: "/ostoskori",
    who: CUSTOMER.full,
    step: press(radio("Verkkopankki")),
    seen: radio("Nordea"),
  }),
  held("cart-loading", { path: "/ostoskori", who: CUSTOMER.full, seen: title("Ostoskori") }),
  broken("cart-broken", "**/api/{pricing,payments}/**", {
    path: "/ostoskori",
    who: CUSTOMER.full,
    seen: title("Ostoskori"),
  }),
  held("payment-waiting", {
    path: "/tilaus/tulos?orderid=1&order-key=x",
    seen: title("Tarkistamme maksua."),
  }),
];

const PLACES: readonly ShopState[] = [
  whole("restaurants", { path: "/ravintolat", seen: title(/Kaikki \d+/) }),
  whole("restaurants-none", { path: "/ravintolat?q=xyzzy", seen: text("Haulla ei löytynyt ravintoloita") }),
  held("restaurants-loading", { path: "/ravintolat", seen: text("Ladataan...") }),
  broken("restaurants-broken", "**/api/commerce/v2/shops**", {
    path: "/ravintolat",
    seen: text(/näyttää kärähtäneen/),
  }),
  whole("restaurant", { path: "/ravintolat/ovelle-kallio", seen: (p) => p.locator("canvas").first() }),
  whole("restaurant-notice", { path: "/ravintolat/ovelle-munkkivuori", seen: title("Ovelle Munkkivuori") }),
  whole("ingredients", { path: "/raaka-aineet", seen: title("Juustot") }),
  whole("contact", { path: "/ota-yhteytta", seen: title("Ovelle Oy") }),
  whole("contact-found", {
    path: "/ota-yhteytta",
    step: (p) => p.getByRole("searchbox").fill("alergeenit"),
    seen: text("1 tulos haulla"),
  }),
  whole("contact-open", {
    path: "/ota-yhteytta?question=mista-naen-allergeenit",
    seen: text(/^Jokaisen tuotteen sivulta/),
  }),
  whole("contact-none", {
    path: "/ota-yhteytta",
    step: (p) => p.getByRole("searchbox").fill("hevosenkenkä"),
    seen: text("Ei tuloksia haulla"),
  }),
  whole("survey", { path: "/kysely", seen: button("Jatka kyselyyn") }),
  whole("survey-without-key", { path: "/kysely/vastaa?orderId=10001", seen: text(/viestisi linkistä/) }),
  whole("survey-restaurant", { path: "/kysely/vastaa?restaurantId=12", seen: text(/^Kerro ravintolalle/) }),
  whole("story", { path: "/vastuullisuus", seen: title("Ilmasto") }),
  ...["/lounas", "/yrityksille", "/franchise/yrittajaksi", "/sivut/kuljetuspalaute"].map((path) =>
    whole(`story${path.replaceAll("/", "-")}`, {
      path,
      seen: (p) => p.getByRole("article").getByRole("heading", { level: 1 }),
    }),
  ),
  whole("two-for-one", { path: "/osta2maksa1", who: CUSTOMER.monday, seen: title("Osta kaksi, maksa yksi") }),
  whole("offers", { path: "/tarjoukset?forceActive=1", who: CUSTOMER.chosen, seen: title("Tarjoukset") }),
  whole("offers-new", { path: "/tarjoukset?forceActive=1", seen: title("Tarjoukset") }),
  whole("sign-in", { path: "/kirjaudu", seen: button(/Kirjaudu/) }),
  whole("register", { path: "/rekisteroidy", seen: button("Luo tili") }),
  whole("register-faults", {
    path: "/rekisteroidy",
    step: (p) => p.getByRole("button", { name: "Luo tili" }).click(),
    seen: text("Tämä kenttä on pakollinen."),
  }),
  whole("forgotten", { path: "/unohditko-salasanasi", seen: button("Lähetä linkki") }),
  whole("reset", { path: "/vaihda-salasana?passwordResetToken=x", seen: button("Vaihda salasana") }),
  whole("reset-expired", {
    path: "/vaihda-salasana?passwordResetToken=x&expiresAt=1",
    seen: title("Linkki vanhentui"),
  }),
  whole("confirm-email", { path: "/vahvista-sahkoposti?token=x", seen: button("Vahvista osoite") }),
  { name: "new-version", isWhole: false, reach: meetNewVersion },
  { name: "page-failed", isWhole: false, reach: failToLoad },
];

/** All of the shop's pages. */
export const SHOP_STATES: readonly ShopState[] = [
  ...HOME,
  ...SETUP,
  ...MENU,
  ...PRODUCTS,
  ...CART,
  ...PLACES,
];

/** Somebody with a pizza on its way, and with something in the cart. */
async function comeBack(world: World, how: VisitOptions): Promise<Visit> {
  const order = await world.kitchen.having(delivery(), "accepted", "inMaking", "inOven");
  const visit = await shopperTo(world, CUSTOMER.full, how);
  await rememberOrders(visit, [order]);
  await visit.open("/");
  await visit.page.getByText("Pizzasi on uunissa").first().waitFor();
  return visit;
}

/** The server has moved on since the page was loaded. */
async function meetNewVersion(world: World, how: VisitOptions): Promise<Visit> {
  const visit = await shopperTo(world, CUSTOMER.chosen, how);
  await visit.page.route("**/version", (route) => route.fulfill({ body: "999.0.0" }));
  await visit.open("/menu");
  await title("Lankut")(visit.page).waitFor();
  await visit.page.getByText("Ovelle päivittyi.").waitFor();
  return visit;
}

/** The code of a page does not come, and is not to be had by loading anew. */
async function failToLoad(world: World, how: VisitOptions): Promise<Visit> {
  const visit = await shopperTo(world, null, how);
  await visit.page.route("**/assets/TwoForOnePage*.js", (route) => route.abort());
  await visit.open("/osta2maksa1");
  await title("Tapahtui yllättävä virhe")(visit.page).waitFor();
  return visit;
}
