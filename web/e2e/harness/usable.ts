/** Whether everybody can use a page in the state that it is in. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { audit, stickingOut } from "./audit";
import { DISPLAYS, SIZES } from "./browser";

/** The narrowest window that a page must fit in (look, "Accessibility"). */
const NARROWEST = { width: 320, height: 640 };

/** Nothing for axe to find on any device in any theme, and no sideways scroll, also with text twice as large. */
export async function expectUsable(page: Page): Promise<void> {
  for (const { device, theme } of DISPLAYS) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize(SIZES[device]);
    expect(await audit(page), `${device}, ${theme}`).toEqual([]);
  }
  await page.setViewportSize(NARROWEST);
  await expect.poll(() => stickingOut(page), { message: "320 px" }).toEqual([]);
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    const message = `text at 200 %, ${size.width} px`;
    await expect.poll(() => stickingOut(page), { message }).toEqual([]);
  }
}
