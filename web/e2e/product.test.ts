/** The product editor in a browser: how it is read out, whether everybody can use it, and by the keyboard alone. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { audit } from "./harness/audit";
import { tabTo } from "./harness/focus";
import { expectOutline, outlineOf } from "./harness/reading";
import { CUSTOMER, type Shopper, shopper } from "./harness/shopper";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const world = useWorld();
const AUDITED_WITHIN_MS = 120_000;

interface ProductState {
  name: string;
  path: string;
  who: Shopper;
  act?: (page: Page) => Promise<void>;
  /** What is there once the state is reached. */
  seen: (page: Page) => ReturnType<Page["getByRole"]>;
  part: (page: Page) => ReturnType<Page["getByRole"]>;
}

const add = (page: Page) => page.getByRole("button", { name: /^Lisää tilaukseen(?!:)/ });
const dialog = (name: string) => (page: Page) => page.getByRole("dialog", { name });

const STATES: readonly ProductState[] = [
  {
    name: "product-card",
    path: "/menu",
    who: CUSTOMER.chosen,
    seen: (page) => page.getByRole("link", { name: "Kaksi makua" }),
    part: (page) =>
      page
        .getByRole("article")
        .filter({ has: page.getByRole("link", { name: "Kaksi makua" }) })
        .first(),
  },
  {
    name: "product-editor",
    path: "/menu/rappukaytava",
    who: CUSTOMER.chosen,
    seen: add,
    part: dialog("Rappukäytävä"),
  },
  {
    name: "product-slots",
    path: "/menu/kaksi-makua",
    who: CUSTOMER.chosen,
    act: (page) => add(page).click(),
    seen: (page) => page.getByText("Valitse päätäyte.") as ReturnType<Page["getByRole"]>,
    part: dialog("Kaksi makua"),
  },
  {
    name: "product-of-ones-own",
    path: "/menu/perfetta",
    who: CUSTOMER.weekend,
    seen: add,
    part: dialog("Perfetta"),
  },
  {
    name: "product-sold-out",
    path: "/menu/3752",
    who: CUSTOMER.unlucky,
    seen: (page) => page.getByRole("button", { name: "Loppunut ravintolasta" }),
    part: (page) => page.getByRole("dialog"),
  },
  {
    name: "product-close-question",
    path: "/menu/rappukaytava",
    who: CUSTOMER.chosen,
    act: async (page) => {
      await page.getByRole("button", { name: "Poista: Ananas" }).click();
      await page.keyboard.press("Escape");
    },
    seen: (page) => page.getByRole("button", { name: "Jatka muokkaamista" }),
    part: dialog("Sulje tuote?"),
  },
];

describe.each([...STATES])("$name", ({ name, path, who, act, seen, part }) => {
  it(
    "says what it is, and everybody can use it",
    async () => {
      const { page } = await shopper(world, path, who);
      if (act) {
        await add(page).waitFor();
        await act(page);
      }
      await seen(page).first().waitFor();
      await page.waitForLoadState("networkidle");
      await expectOutline(name, () => outlineOf(part(page)));
      await expectUsable(page);
    },
    AUDITED_WITHIN_MS,
  );
});

// spec: PD-66, PD-22
it("a pizza is built, changed in size and put into the order by the keyboard alone", async () => {
  const { page } = await shopper(world, "/menu", CUSTOMER.chosen);
  const card = page.getByRole("region", { name: "Pizzat" }).getByRole("link", { name: "Perfetta" }).first();
  await card.focus();
  await page.keyboard.press("Enter");
  await add(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Perfetta");
  await tabTo(page, /^Normaali/);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.getByRole("radio", { name: /^Perhe/ }).isChecked()).toBe(true);
  await tabTo(page, "Lisää: Pepperoni");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByText("1/20", { exact: true }).count()).toBe(1);
  await tabTo(page, /^Ravintotiedot/);
  await page.keyboard.press("Enter");
  await page.getByText("100 grammassa").waitFor();
  await tabTo(page, /^Lisää tilaukseen \d/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page
    .getByRole("link", { name: /1 tuote/ })
    .last()
    .waitFor();
  await expect.poll(() => card.evaluate((link) => link === document.activeElement)).toBe(true);
}, 60_000);

// spec: PD-19, PD-34, MN-02
it("a shared link opens in its size with its toppings, and says what is no more", async () => {
  const { page } = await shopper(
    world,
    "/menu/perfetta?sizeId=102&ingredients=1302;1302;99999",
    CUSTOMER.chosen,
  );
  await add(page).waitFor();
  await expect.poll(() => page.getByRole("radio", { name: /^Perhe/ }).isChecked()).toBe(true);
  await page.getByText("2/20").waitFor();
  await page.getByText("Osaa täytteistä ei voitu lisätä.").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

// spec: PD-19
it("a link with a size that the product has not opens in its first", async () => {
  const { page } = await shopper(world, "/menu/perfetta?sizeId=999&ingredients=1302", CUSTOMER.chosen);
  await add(page).waitFor();
  await expect.poll(() => page.getByRole("radio", { name: /^Normaali/ }).isChecked()).toBe(true);
  await expect.poll(() => page.getByText("0/20").count()).toBe(1);
});

// spec: PD-19, PD-28
it("a line of the cart opens from its hash, as it was built", async () => {
  const { page } = await shopper(world, "/menu/rappukaytava", CUSTOMER.chosen);
  await page.getByRole("button", { name: "Poista: Ananas" }).click();
  await add(page).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const kept = () =>
    page.evaluate(() => {
      const order = JSON.parse(localStorage.getItem("ovelle.order") ?? "{}") as {
        items?: { uuid: string }[];
      };
      return order.items?.[0]?.uuid ?? "";
    });
  await expect.poll(kept).not.toBe("");
  await page.goto(`${new URL(page.url()).origin}/ostoskori#productModal-${await kept()}`);
  await page.getByRole("button", { name: /^Tallenna muutokset \d/ }).waitFor();
  const changes = page.getByRole("list", { name: "Muutokset reseptiin" });
  await expect.poll(() => changes.innerText()).toContain("Ananas");
}, 60_000);

// spec: PD-07, PD-18, PD-53
it("the climate calculator shows its figure, and everybody can read it", async () => {
  const { page } = await shopper(world, "/menu/margareta", CUSTOMER.chosen);
  await page.getByRole("link", { name: "Tuotetiedot ja ilmastolaskuri" }).click();
  await page.getByText("Ilmastolaskuri", { exact: true }).click();
  await page.getByText(/Hiilijalanjälki on/).waitFor();
  expect(await audit(page)).toEqual([]);
});
