/** Pictures of every state on both devices and in both themes, for people to look at. Kept by nobody. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "vitest";
import { LOOKS } from "./harness/browser";
import { STAFF_STATES } from "./harness/staffStates";
import { awaitSettled, CUSTOMER_STATES } from "./harness/states";
import { useWorld } from "./harness/world";

const shortLived = useWorld({ trackingTtl: "1s" });
const customers = { world: useWorld(), shortLived };
/** Apart, so that the board shows what is meant for it. */
const staff = { world: useWorld(), shortLived };
const FOLDER = join(import.meta.dirname, "screens");

const STATES = [
  ...CUSTOMER_STATES.map((state) => ({ state, worlds: customers, isWhole: true })),
  // A board draws the rows that are in the window.
  ...STAFF_STATES.map((state) => ({ state, worlds: staff, isWhole: false })),
];

describe.each(STATES)("$state.name", ({ state, worlds, isWhole }) => {
  it.each(LOOKS)("$device, $theme", async (look) => {
    const { page } = await state.reach(worlds, look);
    await awaitSettled(page, state);
    await mkdir(FOLDER, { recursive: true });
    const path = join(FOLDER, `${state.name}-${look.device}-${look.theme}.png`);
    await page.screenshot({ path, fullPage: isWhole });
  });
});
