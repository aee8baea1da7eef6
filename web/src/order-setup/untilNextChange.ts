const FIVE_MINUTES = 300_000;

/** Restaurants open and close at full five minutes: how long it is, in ms, until everything is asked again (RS-20). */
export function untilNextChange(): number {
  return FIVE_MINUTES - (Date.now() % FIVE_MINUTES) + 500;
}
