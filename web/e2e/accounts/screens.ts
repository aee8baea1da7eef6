/** Pictures of every state of accounts, of the ways in, and of the call centre in the shop. Kept by nobody. */
import { describe, expect, it } from "vitest";
import { ACCOUNT_STATES } from "../harness/accountStates";
import { audit, stickingOut } from "../harness/audit";
import { CALLER_STATES } from "../harness/callerStates";
import { picture, SCREENS } from "../harness/picture";
import { WAY_IN_STATES } from "../harness/wayInStates";
import { useWorld } from "../harness/world";

const world = useWorld({
  settings: { OVELLE_OIDC_ISSUER: "embedded", OVELLE_ORDERS_PER_ADDRESS: "0" },
});

describe.each([...ACCOUNT_STATES, ...WAY_IN_STATES, ...CALLER_STATES])("accounts: $name", (state) => {
  it.each(SCREENS)("$name", async (screen) => {
    const page = await picture(world, state, screen);
    expect(await stickingOut(page)).toEqual([]);
    expect(await audit(page)).toEqual([]);
  });
});
