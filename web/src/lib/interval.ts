/** An interval with an en dash, `18–24`; one figure where both ends are the same. */
export function interval(from: number | string, to: number | string): string {
  return from === to ? `${to}` : `${from}–${to}`;
}

/** Minutes left as an interval, without their unit: `18–24`, and `alle 1` where no whole one is left to tell apart. */
export function minutesInterval(from: number, to: number): string {
  return to <= 1 ? `alle\u00a0${to}` : interval(from, to);
}
