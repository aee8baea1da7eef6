/** What a page is to those who cannot see it well: axe's findings, and sideways scroll. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES: RunOptions = {
  resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** axe's findings as lines to read; none is what one wants. */
export async function audit(page: Page): Promise<string[]> {
  // Half faded colours are nobody's contrast.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  // Through the debugger, not as a script of the page: the page's own policy forbids those.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (rules) => (globalThis as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(rules),
    RULES,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(" ")}\n${failureSummary}`),
  );
}

/**
 * What makes the page scroll sideways: the elements that reach out of the window on the right. None is what one wants;
 * what is drawn outside and clipped does not count.
 */
export function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
