/** The editors' pages and the questions in a browser: how they are read out, and whether everybody can use them. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { tabTo } from "./harness/focus";
import { expectOutline, outlineOf } from "./harness/reading";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const world = useWorld();
const AUDITED_WITHIN_MS = 120_000;

async function open(path: string, heading: string): Promise<Page> {
  const { page } = await world.visit(path);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  return page;
}

// spec: CT-01, CT-05
describe.each([
  ["contact", "/ota-yhteytta", "Ota yhteyttä"],
  ["story", "/vastuullisuus", "Vastuullisuus"],
])("the page of %s", (name, path, heading) => {
  it(
    "says what it is, and everybody can use it",
    async () => {
      const page = await open(path, heading);
      await expectOutline(name, () => outlineOf(page.getByRole("main")));
      await expectUsable(page);
    },
    AUDITED_WITHIN_MS,
  );
});

// spec: CT-23, CT-24, CT-26
it("somebody with large text on a small screen finds an answer by the keyboard alone", async () => {
  const page = await open("/ota-yhteytta", "Ota yhteyttä");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  await page.getByRole("searchbox", { name: "Hae kysymyksistä" }).focus();
  await page.keyboard.type("alergeenit");
  await page.getByText("1 tulos haulla").waitFor();
  await expectUsable(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await tabTo(page, "Mistä näen allergeenit?");
  await page.keyboard.press("Enter");
  await page.getByText("Jokaisen tuotteen sivulta").waitFor();
}, 120_000);

it("a link to a question opens it, and to the questions leads there", async () => {
  const page = await open("/ota-yhteytta?question=mista-saan-kuitin", "Ota yhteyttä");
  await page.getByText("Kuitti tulee sähköpostiisi").waitFor();
  await page.goto(new URL("/ota-yhteytta#usein-kysyttya", page.url()).href);
  await expect
    .poll(() => page.locator("#usein-kysyttya").evaluate((part) => part.getBoundingClientRect().top))
    .toBeLessThan(200);
});

// spec: CT-02
it("a page that nobody wrote is none, also to whoever asks for it first", async () => {
  const { page } = await world.visit("/sivut/olematon");
  await page.getByRole("heading", { level: 1, name: "Sivua ei löydy" }).waitFor();
  expect(await page.title()).toBe("Sivua ei löydy · Ovelle");
});
