/** The second factor of the staff: set up where it is required, then used at the door. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PASSWORD, SIGN_IN } from "../src/features/sign-in/texts";
import { SECOND_FACTOR } from "../src/features/workplace/texts";
import { awaitHeading } from "./harness/reading";
import { letIn, writeIn } from "./harness/staff";
import { secretOn, totpCode } from "./harness/totp";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const world = useWorld({ settings: { OVELLE_STAFF_TOTP: "required" } });

/** Sets it up on its page: the secret, and the codes for a lost phone. */
async function setUp(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await awaitHeading(page, SECOND_FACTOR.title);
  await page.getByLabel(SECOND_FACTOR.password, { exact: true }).fill("väärä salasana");
  await page.getByRole("button", { name: SECOND_FACTOR.begin }).click();
  await page.getByText(/salasana on vää/i).waitFor();
  await page.getByLabel(SECOND_FACTOR.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: SECOND_FACTOR.begin }).click();
  await page.getByRole("img", { name: SECOND_FACTOR.picture }).waitFor();
  await expectUsable(page);
  const secret = await secretOn(page);
  await page.getByLabel(SECOND_FACTOR.code).fill("000000");
  await page.getByRole("button", { name: SECOND_FACTOR.confirm, exact: true }).click();
  await page.getByText("Vahvistuskoodi ei kelpaa.").waitFor();
  await page.getByLabel(SECOND_FACTOR.code).fill(totpCode(secret));
  await page.getByRole("button", { name: SECOND_FACTOR.confirm, exact: true }).click();
  const list = page.getByRole("list", { name: SECOND_FACTOR.codes });
  await list.waitFor();
  await expectUsable(page);
  return { secret, codes: await list.getByRole("listitem").allInnerTexts() };
}

it("is set up before anything else, and then asked for at the door", async () => {
  const person = await letIn(world.server);
  const { page } = await world.visit("/tyo");
  await writeIn(page, person);
  const { codes } = await setUp(page, person.password);
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: SECOND_FACTOR.done }).click();
  // A one-time password is still to be replaced.
  await awaitHeading(page, PASSWORD.title);

  const other = await world.visit("/kirjaudu");
  await writeIn(other.page, person);
  await other.page.getByLabel(SIGN_IN.code).waitFor();
  await other.page.getByLabel(SIGN_IN.code).fill(codes[0] ?? "");
  await other.page.getByRole("button", { name: SIGN_IN.send }).click();
  await awaitHeading(other.page, PASSWORD.title);

  // Each of them once.
  const third = await world.visit("/kirjaudu");
  await writeIn(third.page, person);
  await third.page.getByLabel(SIGN_IN.code).fill(codes[0] ?? "");
  await third.page.getByRole("button", { name: SIGN_IN.send }).click();
  await third.page.getByText("Vahvistuskoodi ei kelpaa.").waitFor();
});

it("leads who has not set it up back to it, from wherever they begin", async () => {
  const person = await letIn(world.server);
  const { page } = await world.visit("/kirjaudu");
  await writeIn(page, person);
  await awaitHeading(page, SECOND_FACTOR.title);
  for (const path of ["/tyo", "/seuranta"]) {
    await page.goto(new URL(path, page.url()).href);
    await awaitHeading(page, SECOND_FACTOR.title);
  }
});
