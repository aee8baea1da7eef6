/** Something watched, as whoever shows it wants it: opened with the first look and closed after the last. */

/** What a watch offers; see `live.ts`. */
interface Watched<State> {
  getState(): State;
  subscribe(listener: () => void): () => void;
  retry(): void;
  close(): void;
}

/** A store that opens its watch when it is subscribed to, and closes it with that. */
export interface WatchStore<State, One> {
  subscribe(listener: () => void): () => void;
  getState(): State;
  retry(): void;
  /** The open watch; `null` while nobody looks. */
  watch(): One | null;
}

/** Makes such a store; `nothing` is what is known before it is opened. */
export function createWatchStore<State, One extends Watched<State>>(
  open: () => One,
  nothing: State,
): WatchStore<State, One> {
  let watch: One | null = null;
  return {
    subscribe(listener) {
      const opened = open();
      const stop = opened.subscribe(listener);
      watch = opened;
      return () => {
        stop();
        opened.close();
        watch = null;
      };
    },
    getState: () => watch?.getState() ?? nothing,
    retry: () => watch?.retry(),
    watch: () => watch,
  };
}
