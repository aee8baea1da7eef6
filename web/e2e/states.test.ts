/** Every state of the pages: what it says, and whether everybody can use it. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { audit, stickingOut } from "./harness/audit";
import { LOOKS, SIZES } from "./harness/browser";
import { STAFF_STATES } from "./harness/staffStates";
import { awaitSettled, CUSTOMER_STATES } from "./harness/states";
import { useWorld } from "./harness/world";

const worlds = { world: useWorld(), shortLived: useWorld({ trackingTtl: "1s" }) };
/** The narrowest window that a page must fit in (look, "Accessibility"). */
const NARROWEST = { width: 320, height: 640 };

describe.each([...CUSTOMER_STATES, ...STAFF_STATES])("$name", (state) => {
  it("says what it is, and everybody can use it", async () => {
    const { page } = await state.reach(worlds, { device: "phone", theme: "light" });
    await awaitSettled(page, state);
    for (const { device, theme } of LOOKS) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(SIZES[device]);
      expect(await audit(page), `${device}, ${theme}`).toEqual([]);
    }
    await expectToFit(page);
  });
});

/** No sideways scroll in the narrowest window, nor with text twice as large. */
async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize(NARROWEST);
  expect(await stickingOut(page), "320 px").toEqual([]);
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    expect(await stickingOut(page), `text at 200 %, ${size.width} px`).toEqual([]);
  }
}
