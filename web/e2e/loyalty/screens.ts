/** Pictures of every state of the loyalty programme's pages. Kept by nobody. */
import { describe, expect, it } from "vitest";
import { audit, stickingOut } from "../harness/audit";
import { LOYALTY_STATES } from "../harness/loyaltyStates";
import { picture, SCREENS } from "../harness/picture";
import { useWorld } from "../harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });

describe.each([...LOYALTY_STATES])("loyalty: $name", (state) => {
  it.each(SCREENS)("$name", async (screen) => {
    const page = await picture(world, state, screen);
    expect(await stickingOut(page)).toEqual([]);
    expect(await audit(page)).toEqual([]);
  });
});
