/** Where the focus is, for who has nothing but a keyboard. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** So many presses lead round the longest dialog of ours, a pizza with all its toppings. */
const MOST_PRESSES = 160;

/** Presses Tab until what bears this name has the focus; each stop on the way has a ring that is seen. */
export async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press(key);
    const here = await focused(page);
    expect(here.isRinged || here.name === "", `a ring around ${here.name}`).toBe(true);
    if (typeof name === "string" ? here.name === name : name.test(here.name)) return;
    passed.push(here.name);
  }
  expect(passed, "what Tab leads to").toContain(name);
}

/** As {@link tabTo}, the other way round. */
export async function tabBackTo(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name, "Shift+Tab");
}

interface Focus {
  name: string;
  /** Whether it has a ring, or what stands for it has. */
  isRinged: boolean;
}

function focused(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const here = document.activeElement;
    if (!(here instanceof HTMLElement) || here === document.body) return { name: "", isRinged: false };
    const labels = "labels" in here ? [...((here.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const name = here.getAttribute("aria-label") ?? (labels[0] ?? here).textContent ?? "";
    // A field in a box of ours is ringed by its box, a radio by its label, a product by its card.
    const around = [
      here,
      ...labels,
      here.parentElement,
      here.parentElement?.parentElement,
      here.closest("article, li"),
    ];
    // A title that the focus is led to when a page has come is no stop of Tab.
    const isLedTo = here.tabIndex < 0;
    const isRinged =
      isLedTo ||
      around.some((element) => {
        if (!element) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      });
    return { name: name.trim(), isRinged };
  });
}
