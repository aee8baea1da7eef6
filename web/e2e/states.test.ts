/** Every state of the customers' pages: what it says, how it is read out, and whether everybody can use it. */
import { describe, it } from "vitest";
import { expectOutline, outlineOf } from "./harness/reading";
import { awaitSettled, CUSTOMER_STATES } from "./harness/states";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const worlds = { world: useWorld(), shortLived: useWorld({ trackingTtl: "1s" }) };

describe.each([...CUSTOMER_STATES])("$name", (state) => {
  it("says what it is, and everybody can use it", async () => {
    const { page } = await state.reach(worlds, { device: "phone", theme: "light" });
    await awaitSettled(page, state);
    await expectOutline(state.name, async () => withoutSlices(await outlineOf(page.getByRole("main"))));
    await expectUsable(page);
  });
});

/** Without the slices of an order: they come after all else, and have tests of their own. */
function withoutSlices(outline: string): string {
  return outline.replace(/^( *)- region "Palkintoslaissini":\n(?:\1 +.*\n?)*/m, "");
}
