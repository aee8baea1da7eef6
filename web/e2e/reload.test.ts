/** A reload in the middle: what was begun and not finished is there again, and goes where it is closed on purpose. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DELIVERED, OPEN, ready, CheckoutPage } from "./harness/checkoutPage";
import { CUSTOMER, shopper } from "./harness/shopper";
import { useWorld } from "./harness/world";

const world = useWorld();
const SLOW = 60_000;

const editor = (page: Page) => page.getByRole("dialog").first();

/** All that a person sees of what they build, with the server's price of it. */
async function built(page: Page): Promise<string[]> {
  const dialog = editor(page);
  const parts = [
    dialog.getByRole("radiogroup", { name: "Koko" }),
    dialog.getByRole("list", { name: "Muutokset reseptiin" }),
    dialog.getByRole("region", { name: "Pohja" }),
    dialog.getByRole("region", { name: "Viimeistele" }),
    dialog.getByRole("group", { name: "Kappalemäärä" }),
    dialog.getByRole("button", { name: /^(Lisää tilaukseen|Tallenna muutokset)(?!:)/ }),
  ];
  return Promise.all(parts.map((part) => part.ariaSnapshot()));
}

/** Waits until the button says a price. */
async function priced(page: Page, words: string): Promise<void> {
  await editor(page).getByRole("button", { name: words, exact: true }).waitFor();
}

/** Leaves out the first thing of the recipe that may go. */
async function leaveOut(part: Locator): Promise<void> {
  await part
    .getByRole("button", { name: /^Poista: /, disabled: false })
    .first()
    .click();
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sulje sivu" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Nothing was chosen: the first size is. */
async function awaitSmallSize(page: Page): Promise<void> {
  const size = editor(page).getByRole("radio", { name: /^Normaali/ });
  await expect.poll(() => size.isChecked()).toBe(true);
}

// spec: PD-11, PD-19, PD-22
describe("a pizza that is half built", () => {
  /** Two large ones on another dough, with toppings, and a dip to each. */
  async function build(page: Page): Promise<void> {
    const dialog = editor(page);
    const press = (name: string) => dialog.getByRole("button", { name, exact: true }).first().click();
    await dialog.getByRole("radio", { name: /^Perhe/ }).press("Space");
    await dialog.getByRole("combobox", { name: "Pizzapohja", exact: true }).selectOption({ index: 2 });
    await dialog
      .getByRole("combobox", { name: "Juusto", exact: true })
      .selectOption({ label: "Ei juustoa, kiitos" });
    await press("Lisää: Pepperoni");
    await press("Lisää: Pepperoni");
    await press("Lisää: Ananas");
    await dialog
      .getByRole("group", { name: "Dippi reunoille" })
      .getByRole("button", { name: /^Lisää: / })
      .first()
      .click();
    await press("Lisää kappale");
    await priced(page, PRICE);
  }
  const PRICE = "Lisää tilaukseen 55,20 €";

  it(
    "is the same after a reload, and after one came back from elsewhere; once closed it is gone",
    async () => {
      const { page, proxy } = await shopper(world, "/menu", CUSTOMER.chosen);
      const card = page.getByRole("region", { name: "Pizzat" }).getByRole("link", { name: "Perfetta" });
      await card.first().click();
      await build(page);
      const before = await built(page);
      await page.reload();
      await priced(page, PRICE);
      await expect.poll(() => built(page)).toEqual(before);
      await page.goto(`${proxy.url}/ravintolat`);
      await page.goBack();
      await priced(page, PRICE);
      await expect.poll(() => built(page)).toEqual(before);
      // The question stands in the address: it too is there after a reload, and closes what it asks about.
      await editor(page).getByRole("button", { name: "Sulje", exact: true }).click();
      await page.getByRole("button", { name: "Jatka muokkaamista" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Sulje sivu" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe("/menu");
      await card.first().click();
      await awaitSmallSize(page);
      await page.reload();
      await expect.poll(() => editor(page).getByText("0/20").count()).toBe(1);
    },
    SLOW,
  );

  it(
    "stays with its product: another has its own, a link that says its contents wins, and one in the cart is no draft",
    async () => {
      const { page, proxy } = await shopper(world, "/menu/perfetta", CUSTOMER.chosen);
      await build(page);
      await page.goto(`${proxy.url}/menu/rappukaytava`);
      await editor(page).getByRole("heading", { name: "Rappukäytävä", level: 1 }).waitFor();
      await awaitSmallSize(page);
      await page.goto(`${proxy.url}/menu/perfetta?sizeId=101&ingredients=1302;1302`);
      await editor(page).getByText("2/20").waitFor();
      await awaitSmallSize(page);
      await page.reload();
      await editor(page).getByText("2/20").waitFor();
      await editor(page)
        .getByRole("button", { name: /^Lisää tilaukseen \d/ })
        .click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.goto(`${proxy.url}/menu/perfetta`);
      await editor(page).getByText("0/20").waitFor();
    },
    SLOW,
  );

  // spec: CA-03, PD-28
  it(
    "of the cart goes on where it was, and its neighbour does not",
    async () => {
      const { page } = await shopper(world, "/ostoskori", CUSTOMER.full);
      const edit = page.getByRole("link", { name: /Muokkaa: Saunavuoro/ });
      await edit.click();
      await leaveOut(editor(page));
      await editor(page)
        .getByRole("radio", { name: /^Perhe/ })
        .press("Space");
      await editor(page).getByRole("button", { name: "Lisää kappale" }).click();
      await priced(page, "Tallenna muutokset 68,70 €");
      const before = await built(page);
      await page.reload();
      await expect.poll(() => built(page)).toEqual(before);
      await close(page);
      await edit.click();
      await awaitSmallSize(page);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
    SLOW,
  );
});

// spec: CM-03, CM-17
it(
  "a combo that is half chosen is the same after a reload, at its price",
  async () => {
    const { page } = await shopper(world, "/menu/kaveripaketti", CUSTOMER.chosen);
    const dialog = page.getByRole("dialog", { name: "Kaveripaketti" });
    await dialog.getByRole("button", { name: "Vaihda: Rappukäytävä" }).click();
    await dialog.getByRole("button", { name: /^Hunajapesä/ }).click();
    await dialog.getByRole("button", { name: "Täytteet: Hunajapesä" }).click();
    await dialog
      .getByRole("combobox", { name: "Juusto", exact: true })
      .selectOption({ label: "Ei juustoa, kiitos" });
    await dialog.getByRole("combobox", { name: "Pizzapohja", exact: true }).selectOption({ index: 1 });
    const button = dialog.getByRole("button", { name: "Lisää tilaukseen 31,40 €", exact: true });
    await button.waitFor();
    await page.reload();
    await dialog.getByRole("button", { name: "Vaihda: Hunajapesä" }).waitFor();
    await button.waitFor();
    await dialog.getByRole("button", { name: "Täytteet: Hunajapesä" }).click();
    const chosen = (label: string) =>
      dialog.getByRole("combobox", { name: label, exact: true }).locator("option:checked").innerText();
    await expect.poll(() => chosen("Juusto")).toBe("Ei juustoa, kiitos");
    await expect.poll(() => chosen("Pizzapohja")).toMatch(/^Gluteeniton pohja/);
  },
  SLOW,
);

describe("a set-up that is half done", () => {
  const setUp = (page: Page) => page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });
  const address = (page: Page) => page.getByRole("combobox", { name: "Syötä kuljetusosoite" });

  // spec: OS-03
  it("has the address on the front page, and goes on from there", async () => {
    const { page } = await shopper(world, "/", null);
    await address(page).fill("Liisank");
    await page.getByRole("option").first().waitFor();
    await page.reload();
    await expect.poll(() => address(page).inputValue()).toBe("Liisank");
    await expect.poll(() => page.getByRole("option").count()).toBe(0);
    await address(page).click();
    await page.getByRole("option").first().click();
    await expect.poll(() => address(page).inputValue()).toMatch(/^Liisankatu/);
  });

  // spec: OS-10
  it(
    "has address, stairs, words to the driver, restaurant and time; what is closed is not there again",
    async () => {
      const { page } = await shopper(world, "/menu#aloita-tilaus", { method: DELIVERED });
      const dialog = setUp(page);
      const text = (name: string) => dialog.getByRole("textbox", { name });
      await text("Rappu/asunto").fill("B 7");
      await text("Lisätiedot kuljettajalle").fill("Ovikoodi 1234");
      await dialog.getByRole("radio", { name: "Teen ennakkotilauksen" }).check();
      // Late in the evening little is left of today.
      await dialog.getByRole("group", { name: "Päivä" }).getByRole("radio").nth(1).press("Space");
      const times = dialog.getByRole("group", { name: "Kellonaika" }).getByRole("radio");
      await times.nth(3).press("Space");
      const time = await times.nth(3).getAttribute("value");
      const chosen = (name: string) =>
        dialog.getByRole("group", { name }).getByRole("radio", { checked: true });
      const day = await chosen("Päivä").getAttribute("value");
      await dialog
        .getByRole("radio", { name: /^Ovelle/ })
        .nth(1)
        .check();
      const shop = async () => {
        const row = dialog.getByRole("radio", { name: /^Ovelle/, checked: true }).locator("xpath=..");
        return (await row.innerText()).split("\n")[0];
      };
      const wished = await shop();
      await page.reload();
      await expect.poll(() => text("Rappu/asunto").inputValue()).toBe("B 7");
      await expect.poll(() => text("Lisätiedot kuljettajalle").inputValue()).toBe("Ovikoodi 1234");
      await expect.poll(() => chosen("Päivä").getAttribute("value")).toBe(day);
      await expect.poll(() => chosen("Kellonaika").getAttribute("value")).toBe(time);
      await expect.poll(shop).toBe(wished);
      await dialog.getByRole("button", { name: "Sulje", exact: true }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Muokkaa toimitustapaa" }).click();
      await expect.poll(() => text("Rappu/asunto").inputValue()).toBe("");
      await page.reload();
      await expect.poll(() => text("Rappu/asunto").inputValue()).toBe("");
    },
    SLOW,
  );

  // spec: OS-13
  it("has what was searched for, until it is saved", async () => {
    const { page } = await shopper(world, "/menu#aloita-tilaus", CUSTOMER.chosen);
    const search = setUp(page).getByRole("searchbox");
    await search.fill("Tampere");
    await setUp(page)
      .getByRole("radio", { name: /Tampere/ })
      .first()
      .check();
    await page.reload();
    await expect.poll(() => search.inputValue()).toBe("Tampere");
    await expect
      .poll(() =>
        setUp(page)
          .getByRole("radio", { name: /Tampere/, checked: true })
          .count(),
      )
      .toBe(1);
    await setUp(page).getByRole("button", { name: "Tallenna valinnat", exact: true }).click();
    await setUp(page).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("ovelle.setup.2"))).toBeNull();
  });
});

// spec: CA-06
it("a code that is written and not added yet is there again", async () => {
  const { page } = await CheckoutPage.open(world, ready(OPEN.kaisaniemi));
  const code = page.getByRole("textbox", { name: "Kampanjakoodi" });
  await code.fill("ovelle1");
  await page.reload();
  await expect.poll(() => code.inputValue()).toBe("ovelle1");
  await code.fill("ovelle10");
  await code.press("Enter");
  await page.getByRole("button", { name: "Poista koodi ovelle10" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Poista koodi ovelle10" }).waitFor();
  await expect.poll(() => code.inputValue()).toBe("");
});
