/** The front door: nothing on it moves by itself, and its words stand beside the pizza, not on it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { Demo } from "./harness/demo";
import { awaitHeading } from "./harness/reading";
import { HEADING } from "./harness/headings";
import { useVisitors } from "./harness/world";

let demo: Demo | null = null;
beforeAll(async () => {
  demo = await Demo.start();
});
afterAll(() => demo?.stop());
const visitors = useVisitors(() => [demo?.address ?? ""]);

/** What is felt as a jump begins at 0.1 (web.dev, "CLS"); new orders come in at the top of the list meanwhile. */
const UNFELT = 0.05;

it.each(["phone", "desktop"] as const)(
  "on a %s nothing jumps when the list of orders comes",
  async (device) => {
    const visit = await visitors.visitor({ device });
    await visit.page.addInitScript(() => {
      Object.assign(globalThis, { shifts: 0 });
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          (globalThis as unknown as { shifts: number }).shifts += entry.value;
      });
      observer.observe({ type: "layout-shift", buffered: true });
    });
    await visit.open("/");
    await visit.page.locator("[aria-labelledby=kaupungilla] li").first().waitFor();
    const shifts = await visit.page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts);
    expect(shifts).toBeLessThan(UNFELT);
  },
);

// spec: SH-24
it("no word stands on the pizza, whatever the window and the size of the text", async () => {
  const { page } = await visitors.visit("/");
  await awaitHeading(page, HEADING.home);
  for (const percent of [100, 200]) {
    await page.addStyleTag({ content: `html { font-size: ${percent}% }` });
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [844, 390],
      [1024, 768],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => wordsOnPizza(page), { message: `${width} px, ${percent} %` }).toEqual([]);
    }
  }
});

/** The lines of the door's words that reach into a pizza: they are round, so that boxes tell nothing. */
function wordsOnPizza(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const door = document.querySelector("main > section");
    const pizzas = [...(door?.querySelectorAll("svg") ?? [])]
      .map((svg) => svg.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      // Of the 214 units of the picture's width, the pizza has 200.
      .map(({ x, y, width, height }) => ({
        x: x + width / 2,
        y: y + height / 2,
        radius: (width * 100) / 214,
      }));
    // Words on a ground of their own, as those of the order's card, stand on that.
    const isBare = (words: Element | null): boolean =>
      words === null || words === door || (isClear(words) && isBare(words.parentElement));
    const isClear = (one: Element) => getComputedStyle(one).backgroundColor === "rgba(0, 0, 0, 0)";
    const lines = [...(door?.querySelectorAll("h1, p") ?? [])].filter(isBare).flatMap((words) => {
      const range = document.createRange();
      range.selectNodeContents(words);
      return [...range.getClientRects()].map((line) => ({ line, text: words.textContent }));
    });
    return lines
      .filter(({ line }) =>
        pizzas.some(({ x, y, radius }) => {
          const nearest = [
            Math.max(line.left, Math.min(x, line.right)),
            Math.max(line.top, Math.min(y, line.bottom)),
          ] as const;
          return Math.hypot(nearest[0] - x, nearest[1] - y) < radius;
        }),
      )
      .map(({ text }) => text);
  });
}
