/** Every state of the staff's pages: what it says, and whether everybody can use it. */
import { describe, expect, it } from "vitest";
import { STAFF_STATES } from "./harness/staffStates";
import { awaitSettled } from "./harness/states";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const worlds = { world: useWorld(), shortLived: useWorld({ trackingTtl: "1s" }) };

describe.each([...STAFF_STATES])("$name", (state) => {
  it("says what it is, and everybody can use it", async () => {
    const { page } = await state.reach(worlds, { device: "phone", theme: "light" });
    await awaitSettled(page, state);
    expect(await page.getByRole("main").count()).toBe(1);
    await expectUsable(page);
  });
});
