/** Every state of the pages on the way in: signing in, registering, what is asked of who comes from elsewhere, mails' links. */
import type { Page } from "playwright-core";
import { freshEmail, memberTo, PASSWORD } from "./member";
import { ready, OPEN } from "./checkoutPage";
import { shopperTo } from "./shopper";
import { broken, button, held, press, type ShopState, type Step, text, title, whole } from "./shopWays";
import { colleague, letIn, type Person, writeIn } from "./staff";
import { secretOn, totpCode } from "./totp";
import type { Visit, VisitOptions } from "./visit";
import type { World } from "./world";

type Seen = (page: Page) => ReturnType<typeof field>;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const signInAs =
  (email: string, password: string): Step =>
  async (page) => {
    await field(page, "Sähköposti").fill(email);
    await field(page, "Salasana").fill(password);
    await button("Kirjaudu sisään")(page).click();
  };

const register =
  (email: string): Step =>
  async (page) => {
    await field(page, "Etunimi").fill("Noora");
    await field(page, "Sukunimi").fill("Virtanen");
    await field(page, "Puhelinnumero").fill("040 123 4567");
    await field(page, "Sähköposti").fill(email);
    await field(page, "Salasana").fill(PASSWORD);
    await field(page, "Salasana uudelleen").fill(PASSWORD);
  };

const agree: Step = async (page) => {
  await page.getByRole("checkbox", { name: /käyttöehdot/ }).check();
  await button("Luo tili")(page).click();
};

/** Says on the stand-in's page who one is. */
const beElsewhere =
  (email: string): Step =>
  async (page) => {
    await page.getByRole("link", { name: /^Jatka / }).click();
    await field(page, "Sähköposti").fill(email);
    await field(page, "Etunimi").fill("Noora");
    await field(page, "Sukunimi").fill("Virtanen");
    await button("Jatka Ovelleen")(page).click();
  };

/** A state of a page of whom `before` makes known to the server, in another browser. */
function after(
  name: string,
  before: (world: World) => Promise<Step>,
  { path, seen, isWhole = true }: { path: string; seen: Seen; isWhole?: boolean },
): ShopState {
  const reach = async (world: World, how: VisitOptions): Promise<Visit> => {
    const step = await before(world);
    const visit = await shopperTo(world, null, how);
    await visit.open(path);
    await step(visit.page);
    await seen(visit.page).waitFor();
    return visit;
  };
  return { name, isWhole, reach };
}

/** An account's e-mail. */
async function known(world: World): Promise<string> {
  const { email } = await memberTo(world);
  return email;
}

const SIGNING_IN: readonly ShopState[] = [
  whole("way-sign-in", { path: "/kirjaudu", seen: button(/^Kirjaudu/) }),
  held("way-sign-in-opening", { path: "/kirjaudu", seen: title("Kirjaudu sisään") }),
  whole("way-sign-in-empty", {
    path: "/kirjaudu",
    step: press(button("Kirjaudu sisään")),
    seen: text(/pakollinen/),
  }),
  whole("way-sign-in-wrong", {
    path: "/kirjaudu",
    step: signInAs("noora.virtanen@posti.example", "arvaus arvaus"),
    seen: text("Virheelliset tunnukset."),
  }),
  broken("way-sign-in-broken", "**/api/users/login", {
    path: "/kirjaudu",
    step: signInAs("noora.virtanen@posti.example", "arvaus arvaus"),
    seen: text("Virhe. Yritä uudelleen myöhemmin"),
  }),
  whole("way-sign-in-updated", { path: "/kirjaudu?passwordUpdated=true", seen: text("Salasana vaihdettu") }),
  whole("way-sign-in-declined", { path: "/kirjaudu?declinedTerms=1", seen: text(/^Jotta voit kirjautua/) }),
  whole("way-sign-in-ended", { path: "/kirjaudu?istunto=paattyi", seen: text(/^Istuntosi päättyi/) }),
  whole("way-sign-in-not-shared", {
    path: "/kirjaudu#identity=missing-permissions",
    seen: text(/^Salli sähköpostisi jakaminen/),
  }),
  after(
    "way-sign-in-one-time",
    async ({ server }) => {
      const person = await letIn(server);
      return (page) => writeIn(page, person);
    },
    { path: "/kirjaudu", seen: title("Valitse oma salasana") },
  ),
];

const ELSEWHERE: readonly ShopState[] = [
  whole("way-stand-in", {
    path: "/kirjaudu",
    step: press((page) => page.getByRole("link", { name: /^Jatka / })),
    seen: title(/^Kokeilukirjautuminen/),
  }),
  after("way-link", async (world) => beElsewhere(await known(world)), {
    path: "/kirjaudu",
    seen: title("Sinulla on jo tili"),
    isWhole: false,
  }),
  after(
    "way-link-wrong",
    async (world) => {
      const come = beElsewhere(await known(world));
      return async (page) => {
        await come(page);
        const sheet = page.getByRole("dialog");
        await field(page, "Salasana").last().fill("arvaus arvaus");
        await sheet.getByRole("button", { name: "Liitä ja kirjaudu" }).click();
      };
    },
    { path: "/kirjaudu", seen: (page) => page.getByRole("dialog").getByText(/Virheelliset/), isWhole: false },
  ),
  after("way-terms", async () => beElsewhere(freshEmail()), {
    path: "/rekisteroidy",
    seen: button("Hyväksyn"),
  }),
  after(
    "way-details-elsewhere",
    async () => async (page) => {
      await beElsewhere(freshEmail())(page);
      await button("Hyväksyn")(page).click();
      await page.waitForURL((url) => url.pathname !== "/hyvaksy-kayttoehdot");
      await page.goto(new URL("/asiakastili/omat-tiedot", page.url()).href);
    },
    { path: "/rekisteroidy", seen: button("Poista liitos") },
  ),
];

const REGISTERING: readonly ShopState[] = [
  whole("way-register", { path: "/rekisteroidy", seen: button("Luo tili") }),
  whole("way-register-empty", {
    path: "/rekisteroidy",
    step: press(button("Luo tili")),
    seen: text(/pakollinen/),
  }),
  whole("way-register-strong", {
    path: "/rekisteroidy",
    step: register("noora@posti.example"),
    seen: text("Vahva"),
  }),
  whole("way-register-different", {
    path: "/rekisteroidy",
    step: async (page) => {
      await register("noora@posti.example")(page);
      await field(page, "Salasana").fill("abc");
      await agree(page);
    },
    seen: text(/täsmää|vähintään 6/),
  }),
  after(
    "way-register-taken",
    async (world) => {
      const email = await known(world);
      return async (page) => {
        await register(email)(page);
        await agree(page);
      };
    },
    { path: "/rekisteroidy", seen: (page) => page.getByRole("alert").filter({ hasText: /./ }).first() },
  ),
  whole("way-register-of-order", {
    who: ready(OPEN.kaisaniemi),
    path: "/rekisteroidy?tilauksesta",
    seen: button("Luo tili"),
  }),
  after(
    "way-birth-date",
    async () => async (page) => {
      await register(freshEmail())(page);
      await agree(page);
    },
    { path: "/rekisteroidy", seen: title("Syntymäaika") },
  ),
  after(
    "way-birth-date-empty",
    async () => async (page) => {
      await register(freshEmail())(page);
      await agree(page);
      await page.waitForURL(/syntymaaika/);
      await button("Jatka")(page).click();
    },
    { path: "/rekisteroidy", seen: (page) => page.locator('[aria-invalid="true"]').first() },
  ),
];

const FORGOTTEN: readonly ShopState[] = [
  whole("way-forgotten", { path: "/unohditko-salasanasi", seen: button("Lähetä linkki") }),
  whole("way-forgotten-empty", {
    path: "/unohditko-salasanasi",
    step: press(button("Lähetä linkki")),
    seen: (page) => page.locator('[aria-invalid="true"]'),
  }),
  whole("way-forgotten-sent", {
    path: "/unohditko-salasanasi",
    step: async (page) => {
      await field(page, "Sähköposti").fill("maximilianaleksanterikristoffer.kolmivaihe@posti.example");
      await button("Lähetä linkki")(page).click();
    },
    seen: text(/^Jos osoitteella/),
  }),
  broken("way-forgotten-broken", "**/api/users/sendForgotPasswordEmail", {
    path: "/unohditko-salasanasi",
    step: async (page) => {
      await field(page, "Sähköposti").fill("noora@posti.example");
      await button("Lähetä linkki")(page).click();
    },
    seen: (page) => page.getByRole("alert").filter({ hasText: /./ }).first(),
  }),
  whole("way-reset", { path: "/vaihda-salasana?passwordResetToken=x", seen: button("Vaihda salasana") }),
  whole("way-reset-faults", {
    path: "/vaihda-salasana?passwordResetToken=x",
    step: async (page) => {
      await field(page, "Uusi salasana").fill("abc");
      await button("Vaihda salasana")(page).click();
    },
    seen: (page) => page.locator('[aria-invalid="true"]').first(),
  }),
  whole("way-reset-expired", {
    path: "/vaihda-salasana?passwordResetToken=x&expiresAt=1",
    seen: title("Linkki vanhentui"),
  }),
  whole("way-reset-no-link", {
    path: "/vaihda-salasana",
    seen: (page) => page.getByRole("heading", { level: 1 }),
  }),
  whole("way-email", { path: "/vahvista-sahkoposti?token=x", seen: button("Vahvista osoite") }),
  whole("way-email-undo", { path: "/vahvista-sahkoposti?undo=x", seen: button("Palauta vanha osoite") }),
  whole("way-email-expired", {
    path: "/vahvista-sahkoposti?token=x",
    step: press(button("Vahvista osoite")),
    seen: title("Linkki vanhentui"),
  }),
];

/** Somebody of the staff on the page where the second factor is set up; what is done there. */
function secondFactor(
  name: string,
  set: (page: Page, person: Person) => Promise<void>,
  seen: Seen,
): ShopState {
  const before = async ({ server }: World): Promise<Step> => {
    const person = await colleague(server);
    return async (page) => {
      await writeIn(page, person);
      await page.waitForURL((url) => url.pathname !== "/kirjaudu");
      await page.goto(new URL("/tyo/vahvistuskoodi", page.url()).href);
      await field(page, "Salasanasi").waitFor();
      await set(page, person);
    };
  };
  return after(name, before, { path: "/kirjaudu", seen });
}

async function begin(page: Page, { password }: Person): Promise<void> {
  await field(page, "Salasanasi").fill(password);
  await button("Jatka")(page).click();
  await button(/^Ota käyttöön$/)(page).waitFor();
}

async function confirm(page: Page, person: Person): Promise<void> {
  await begin(page, person);
  await page.getByLabel("Sovelluksen näyttämä koodi").fill(totpCode(await secretOn(page)));
  await button(/^Ota käyttöön$/)(page).click();
}

const STAFF: readonly ShopState[] = [
  secondFactor("way-second-factor", async () => undefined, button("Jatka")),
  secondFactor(
    "way-second-factor-wrong",
    async (page) => {
      await field(page, "Salasanasi").fill("arvaus arvaus");
      await button("Jatka")(page).click();
    },
    (page) => page.getByRole("alert").filter({ hasText: /./ }).first(),
  ),
  secondFactor("way-second-factor-confirm", begin, button(/^Ota käyttöön$/)),
  secondFactor("way-second-factor-codes", confirm, button("Koodit ovat tallessa, jatka")),
  after(
    "way-sign-in-code",
    async (world) => {
      const person = await colleague(world.server);
      const { page } = await world.visit("/kirjaudu");
      await writeIn(page, person);
      await page.waitForURL((url) => url.pathname !== "/kirjaudu");
      await page.goto(new URL("/tyo/vahvistuskoodi", page.url()).href);
      await confirm(page, person);
      await button("Koodit ovat tallessa, jatka")(page).waitFor();
      return (other) => writeIn(other, person);
    },
    { path: "/kirjaudu", seen: (page) => page.getByLabel("Anna vahvistuskoodi.") },
  ),
];

/** All of them. */
export const WAY_IN_STATES: readonly ShopState[] = [
  ...SIGNING_IN,
  ...ELSEWHERE,
  ...REGISTERING,
  ...FORGOTTEN,
  ...STAFF,
];
