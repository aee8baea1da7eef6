/** Pictures of every state on both devices and in both themes, for people to look at. Kept by nobody. */
import { describe, expect, it } from "vitest";
import { stickingOut } from "./harness/audit";
import { DISPLAYS } from "./harness/browser";
import { picture, SCREENS, take } from "./harness/picture";
import { SHOP_STATES } from "./harness/shopStates";
import { STAFF_STATES } from "./harness/staffStates";
import { awaitSettled, CUSTOMER_STATES } from "./harness/states";
import { useWorld } from "./harness/world";

const shortLived = useWorld({ trackingTtl: "1s" });
const customers = { world: useWorld(), shortLived };
/** Apart, so that the board shows what is meant for it. */
const staff = { world: useWorld(), shortLived };
/** Apart from both: nobody orders there. */
const shop = useWorld();

const STATES = [
  ...CUSTOMER_STATES.map((state) => ({ state, worlds: customers, isWhole: true })),
  // A board draws the rows that are in the window.
  ...STAFF_STATES.map((state) => ({ state, worlds: staff, isWhole: false })),
];

describe.each(STATES)("$state.name", ({ state, worlds, isWhole }) => {
  it.each(DISPLAYS)("$device, $theme", async (display) => {
    const { page } = await state.reach(worlds, display);
    await awaitSettled(page, state);
    await take(page, `${state.name}-${display.device}-${display.theme}`, isWhole);
  });
});

describe.each(SHOP_STATES)("shop: $name", (state) => {
  it.each(SCREENS)("$name", async (screen) => {
    expect(await stickingOut(await picture(shop, state, screen))).toEqual([]);
  });
});
