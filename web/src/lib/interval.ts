/** An interval with an en dash, `18–24`; one figure where both ends are the same. */
export function interval(from: number | string, to: number | string): string {
  return from === to ? `${to}` : `${from}–${to}`;
}
