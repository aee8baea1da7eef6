/** Pictures of every state on both devices and in both themes, for people to look at. Kept by nobody. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "vitest";
import { LOOKS } from "./harness/browser";
import { STAFF_STATES } from "./harness/staffStates";
import { awaitSettled, CUSTOMER_STATES } from "./harness/states";
import { useWorld } from "./harness/world";

const worlds = { world: useWorld(), shortLived: useWorld({ trackingTtl: "1s" }) };
const FOLDER = join(import.meta.dirname, "screens");

describe.each([...CUSTOMER_STATES, ...STAFF_STATES])("$name", (state) => {
  it.each(LOOKS)("$device, $theme", async (look) => {
    const { page } = await state.reach(worlds, look);
    await awaitSettled(page, state);
    await mkdir(FOLDER, { recursive: true });
    const path = join(FOLDER, `${state.name}-${look.device}-${look.theme}.png`);
    await page.screenshot({ path, fullPage: true });
  });
});
