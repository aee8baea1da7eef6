/** One loop of frames for all that moves on the page's maps. It runs only while something moves. */

/** Draws for `now` (ms, as `performance.now()` counts); answers whether it wants another frame. */
export type Step = (now: number) => boolean;

const steps = new Set<Step>();
let request: number | null = null;

/** Calls `step` with every frame from the next one on, until it answers `false` or is stopped. */
export function startFrames(step: Step): void {
  steps.add(step);
  request ??= requestAnimationFrame(run);
}

/** Calls `step` no more. */
export function stopFrames(step: Step): void {
  steps.delete(step);
}

function run(now: number): void {
  request = null;
  for (const step of steps) if (!step(now)) steps.delete(step);
  if (steps.size > 0) request ??= requestAnimationFrame(run);
}
