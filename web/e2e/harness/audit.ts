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
  // Through the debugger, not as a script of the page: the page's own policy forbids those.
  await page.evaluate(AXE);
  for (let looks = 1; ; looks++) {
    // Half faded colours are nobody's contrast.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== "running"),
    );
    const { results, moved } = await page.evaluate(findings, RULES);
    if (results.violations.length > 0 && moved && looks < 5) continue;
    return results.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(" ")}\n${failureSummary}`),
    );
  }
}

/** In the page: what axe finds, and whether anything began to move meanwhile. */
async function findings(rules: RunOptions): Promise<{ results: AxeResults; moved: boolean }> {
  const isMoving = () => document.getAnimations().some(({ playState }) => playState === "running");
  let moved = isMoving();
  const note = () => (moved = true);
  const begins = ["transitionrun", "animationstart"];
  for (const begin of begins) document.addEventListener(begin, note, true);
  const { axe } = globalThis as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } };
  const results = await axe.run(rules);
  for (const begin of begins) document.removeEventListener(begin, note, true);
  return { results, moved: moved || isMoving() };
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
