/** Somebody who tries the demo orders in its shop: its kitchens bake the pizza, and its car brings it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { Demo } from "./harness/demo";
import { Guest } from "./harness/guest";
import { HEADING } from "./harness/headings";
import { awaitHeading, statesIn } from "./harness/reading";
import { useVisitors } from "./harness/world";

/** At the wall's pace a pizza takes its thirty-five minutes. */
const SPEED = 60;
const COMES_WITHIN_MS = 90_000;

let demo: Demo | null = null;
beforeAll(async () => {
  demo = await Demo.start(SPEED);
});
afterAll(() => demo?.stop());
const visitors = useVisitors(() => [demo?.address ?? ""]);

// spec: CK-02
it(
  "a newcomer's own pizza comes to their door",
  async () => {
    const visit = await visitors.visitor();
    const { page } = visit;
    await page.goto(`http://${demo?.address}/`);
    const guest = new Guest(page, "touch");
    await guest.setUp();
    await guest.buildPizza();
    await guest.introduce();
    await guest.goToPay();
    await guest.payThere();
    await expect.poll(() => statesIn(visit.titles), { timeout: COMES_WITHIN_MS }).toContain("Perillä");
    await awaitHeading(page, HEADING.delivered);
    expect(statesIn(visit.titles)).toEqual(expect.arrayContaining(["Valmistuksessa", "Uunissa", "Matkalla"]));
  },
  2 * COMES_WITHIN_MS,
);
