import { MINUTES } from "./texts";

/** An interval with an en dash, `18–24`; one figure where both ends are the same. */
export function interval(from: number | string, to: number | string): string {
  return from === to ? `${to}` : `${from}–${to}`;
}

/** Minutes left, without their unit: `18–24`, `enintään 4` once it may come at any moment, and at last `alle 1`. */
export function minutesInterval(from: number, to: number): string {
  if (to <= 1) return MINUTES.under(to);
  return from === 0 ? MINUTES.atMost(to) : interval(from, to);
}
