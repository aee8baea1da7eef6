/** Where this page stands among those of the visit, as the router counts them; 0 for the first. */
export function historyPlace(): number {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number"
    ? state.idx
    : 0;
}
