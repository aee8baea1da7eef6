/** Tells who keeps what an order changes that one was received, or that its payment is under way. */
const listeners = new Set<() => void>();

/** Calls back at each, until the returned function is called. */
export function onBought(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One was bought just now. */
export function noteBought(): void {
  for (const tell of listeners) tell();
}
