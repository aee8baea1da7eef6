/**
 * How smoothly a page moves on a slow processor. Two ways, since one alone misleads. The browser's own throttle shows what
 * a person would see, but it holds the page up for a multiple of all time that passes, also of the time in which other
 * programs had the processor: on a busy machine it tells of long tasks that there are not. So the page is looked at once
 * more without it, and the processor's time that its own thread used is multiplied.
 */
import type { CDPSession, Page } from "playwright-core";
import { quantile } from "./figures";

/** What came of looking at a page for a while. */
export interface Smoothness {
  /** Throttled: frames a second that the page's scripts were asked for. */
  fps: number;
  /** Throttled: between two of them, in ms. */
  frameP50: number;
  frameP95: number;
  /** Throttled: frames a second that the browser drew, by its own trace. */
  drawnFps: number;
  /** Throttled: tasks over 100 ms, with all that other programs took. */
  tasksOver100: number;
  /** Multiplied: the processor's time between two frames, in ms. */
  workP50: number;
  workP95: number;
  /** Multiplied: of so many frames out of a hundred the work fits into a sixtieth of a second. */
  inTime: number;
  /** Multiplied: the longest task, in ms, and how many were over 100 ms. */
  longestWork: number;
  workOver100: number;
}

interface Counted {
  frames: number[];
  tasks: number[];
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** In µs. */
  ts: number;
  /** Of the processor, in µs. */
  tdur?: number;
}

const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "devtools.timeline.frame",
  "disabled-by-default-devtools.timeline.frame",
];
const FRAME_MS = 1_000 / 60;
const LONG_MS = 100;
const BEGINNING_US = 250_000;

/** Looks at a page for `ms` in each way, as if this machine's processor were `slower` times slower. */
export async function watchFrames(page: Page, ms: number, slower: number): Promise<Smoothness> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const throttled = await look(page, debug, ms);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const free = await look(page, debug, ms);
  await debug.detach();
  const { frames, tasks } = throttled.counted;
  const deltas = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1_000;
  const { byFrame, byTask } = workIn(free.events, slower);
  return {
    fps: deltas.length / seconds,
    frameP50: quantile(deltas, 0.5),
    frameP95: quantile(deltas, 0.95),
    drawnFps: throttled.events.filter(({ name }) => name === "DrawFrame").length / seconds,
    tasksOver100: tasks.filter((task) => task > LONG_MS).length,
    workP50: quantile(byFrame, 0.5),
    workP95: quantile(byFrame, 0.95),
    inTime: (100 * byFrame.filter((work) => work <= FRAME_MS).length) / byFrame.length,
    longestWork: Math.max(...byTask),
    workOver100: byTask.filter((work) => work > LONG_MS).length,
  };
}

async function look(page: Page, debug: CDPSession, ms: number) {
  const events: TraceEvent[] = [];
  const keep = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  debug.on("Tracing.dataCollected", keep);
  await debug.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES },
  });
  const counted = await page.evaluate(count, ms);
  const complete = new Promise<void>((done) => debug.once("Tracing.tracingComplete", () => done()));
  await debug.send("Tracing.end");
  await complete;
  debug.off("Tracing.dataCollected", keep);
  return { counted, events };
}

/** Runs in the page. */
async function count(ms: number): Promise<Counted> {
  const counted: Counted = { frames: [], tasks: [] };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) counted.tasks.push(duration);
  });
  observer.observe({ type: "longtask" });
  await new Promise<void>((done) => {
    const until = performance.now() + ms;
    const frame = (now: number) => {
      counted.frames.push(now);
      if (now < until) requestAnimationFrame(frame);
      else done();
    };
    requestAnimationFrame(frame);
  });
  observer.disconnect();
  return counted;
}

/** What the page's own thread worked from frame to frame and in each task, in ms of a slower processor. */
function workIn(events: readonly TraceEvent[], slower: number): { byFrame: number[]; byTask: number[] } {
  const first = events.find(({ name }) => name === "FireAnimationFrame");
  if (!first) throw new Error("no frame was drawn");
  const own = events
    .filter(({ pid, tid, ph }) => pid === first.pid && tid === first.tid && ph === "X")
    // The trace itself costs the page something when it begins.
    .filter(({ ts }) => ts > first.ts + BEGINNING_US)
    .toSorted((one, other) => one.ts - other.ts);
  const byFrame: number[] = [];
  const byTask: number[] = [];
  let isNewFrame = false;
  for (const { name, tdur = 0 } of own) {
    if (name === "FireAnimationFrame") isNewFrame = true;
    if (name !== "RunTask") continue;
    const work = (tdur * slower) / 1_000;
    byTask.push(work);
    // The frame's callback lies within its task, which stands before it in time.
    if (isNewFrame || byFrame.length === 0) byFrame.push(0);
    isNewFrame = false;
    byFrame[byFrame.length - 1] = (byFrame.at(-1) ?? 0) + work;
  }
  return { byFrame, byTask };
}
