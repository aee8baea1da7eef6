/** So long what may wait waits for the browser to be idle, in milliseconds. */
const IDLE_WITHIN_MS = 1_500;

/** Calls `act` when the browser has nothing to do; answers how to call that off. */
export function onIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act, { timeout: IDLE_WITHIN_MS });
  return () => cancelIdleCallback(idle);
}
