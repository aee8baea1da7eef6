/** How far a page's parts have moved by themselves. */
import type { Page } from "playwright-core";

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** The sum of all shifts since the page was opened, without those that follow what a person did. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput } of entries as LayoutShift[]) if (!hadRecentInput) sum += value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    // What stands already is told in the next task; the two frames let what is being drawn be counted too.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    add(observer.takeRecords());
    observer.disconnect();
    return sum;
  });
}
