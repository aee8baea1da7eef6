/** Every state of the customers' pages: what it says, how it is read out, and whether everybody can use it. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outlineOf } from "./harness/reading";
import { awaitSettled, CUSTOMER_STATES } from "./harness/states";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const worlds = { world: useWorld(), shortLived: useWorld({ trackingTtl: "1s" }) };
const OUTLINES = join(import.meta.dirname, "outlines");

describe.each([...CUSTOMER_STATES])("$name", (state) => {
  it("says what it is, and everybody can use it", async () => {
    const { page } = await state.reach(worlds, { device: "phone", theme: "light" });
    await awaitSettled(page, state);
    const outline = await outlineOf(page.getByRole("main"));
    await expect(`${outline}\n`).toMatchFileSnapshot(join(OUTLINES, `${state.name}.yml`));
    await expectUsable(page);
  });
});
