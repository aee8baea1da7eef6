/** How soon the page shows what a press did. */
import type { Locator, Page } from "playwright-core";

interface EventTiming extends PerformanceEntry {
  interactionId: number;
}

/** Runs `act` on a processor that is `slower` times slower than this one. */
export async function slowed<Answer>(
  page: Page,
  slower: number,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const answer = await act();
  await debug.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await debug.detach();
  return answer;
}

/** Presses a target, and says how long it took until the next picture, as the browser tells it (INP), in ms. */
export async function pressed(page: Page, target: Locator): Promise<number> {
  await page.evaluate(() => {
    const told: EventTiming[] = [];
    const observer = new PerformanceObserver((list) => told.push(...(list.getEntries() as EventTiming[])));
    // Shorter ones than two frames are told as none.
    observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, { told, observer });
  });
  await target.click();
  return page.evaluate(async () => {
    const { told, observer } = window as unknown as { told: EventTiming[]; observer: PerformanceObserver };
    // The browser tells of a press after the picture that shows it.
    await new Promise((done) =>
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300))),
    );
    told.push(...(observer.takeRecords() as EventTiming[]));
    observer.disconnect();
    return Math.max(
      0,
      ...told.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration),
    );
  });
}

/** Presses a target, and says how long it took until a picture in which `selector` has words like `words`, in ms. */
export async function shown(page: Page, target: Locator, selector: string, words: string): Promise<number> {
  const seen = page.evaluate(
    ([where, what]) =>
      new Promise<number>((done) => {
        let pressedAt = 0;
        window.addEventListener("click", ({ timeStamp }) => (pressedAt = timeStamp), {
          capture: true,
          once: true,
        });
        const look = () => {
          const isThere = [...document.querySelectorAll(where)].some((one) =>
            one.getAttribute("aria-label")?.includes(what),
          );
          // The task after a frame's callbacks comes when that frame has been drawn.
          if (isThere && pressedAt > 0) setTimeout(() => done(performance.now() - pressedAt));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [selector, words] as const,
  );
  await target.click();
  return seen;
}
