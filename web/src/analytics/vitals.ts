/** How fast a page was, told once when it is left, with leave to count alone (docs/spec/people.md, "Errors and vitals of the page"). */
import { tell } from "../api/beacon";
import { post } from "../api/client";
import type { PageVitals } from "../api/wire";
import { consent } from "./consent";

type VitalName = PageVitals["metrics"][number]["name"];

/** What some entries have beyond what all have. */
interface Entry extends PerformanceEntry {
  value?: number;
  hadRecentInput?: boolean;
  interactionId?: number;
  responseStart?: number;
}

/** Shifts belong together that follow each other this closely, for so long at most. */
const GAP_MS = 1_000;
const WINDOW_MS = 5_000;
/** One slow press in fifty is left out (web.dev, "INP"). */
const LEFT_OUT = 50;

/** Measures the page that was loaded; `route` is its pattern. */
export function watchVitals(route: string): void {
  if (typeof PerformanceObserver === "undefined") return;
  const values = new Map<VitalName, number>();
  observe("paint", (entries) => {
    const first = entries.find(({ name }) => name === "first-contentful-paint");
    if (first) values.set("FCP", first.startTime);
  });
  observe("largest-contentful-paint", (entries) => {
    const last = entries.at(-1);
    if (last) values.set("LCP", last.startTime);
  });
  const shifts = shiftsOf((worst) => values.set("CLS", worst));
  observe("layout-shift", (entries) => entries.forEach(shifts));
  const presses = pressesOf((slow) => values.set("INP", slow));
  observe("event", (entries) => entries.forEach(presses));
  observe("navigation", ([navigation]) => {
    if (navigation?.responseStart !== undefined) values.set("TTFB", navigation.responseStart);
  });

  let isTold = false;
  const leave = () => {
    if (isTold || document.visibilityState !== "hidden" || values.size === 0) return;
    if (consent()?.analytics !== true) return;
    isTold = true;
    const metrics = [...values].map(([name, value]) => ({ name, value: Math.max(0, value), route }));
    tell(post("/api/analytics/vitals", { body: { metrics } }));
  };
  document.addEventListener("visibilitychange", leave);
}

/** What moved, as the worst window of shifts. */
export function shiftsOf(hear: (worst: number) => void): (entry: Entry) => void {
  let [begun, last, sum, worst] = [0, 0, 0, 0];
  hear(0);
  return ({ startTime, value = 0, hadRecentInput = false }) => {
    if (hadRecentInput) return;
    const isNew = startTime - last > GAP_MS || startTime - begun > WINDOW_MS;
    if (isNew) [begun, sum] = [startTime, 0];
    last = startTime;
    sum += value;
    worst = Math.max(worst, sum);
    hear(worst);
  };
}

/** How long presses took to show, as the slowest but for one in fifty. */
export function pressesOf(hear: (slow: number) => void): (entry: Entry) => void {
  const presses = new Map<number, number>();
  return ({ interactionId = 0, duration }) => {
    if (interactionId === 0) return;
    presses.set(interactionId, Math.max(duration, presses.get(interactionId) ?? 0));
    const slowest = [...presses.values()].toSorted((one, other) => other - one);
    hear(slowest[Math.floor(slowest.length / LEFT_OUT)] ?? duration);
  };
}

function observe(type: string, hear: (entries: readonly Entry[]) => void): void {
  // What a browser does not know it does not tell.
  if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return;
  new PerformanceObserver((list) => hear(list.getEntries())).observe({ type, buffered: true });
}
