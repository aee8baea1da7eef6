/** Values that come before whoever hears them has. */
export interface Buffered<Value> {
  tell(value: Value): void;
  /** Hears of all that was told and will be, in its order. */
  listen(hear: (value: Value) => void): void;
}

/** Keeps what is told until somebody listens, of `most` the latest. */
export function buffered<Value>(most: number): Buffered<Value> {
  let waiting: readonly Value[] = [];
  let listener: ((value: Value) => void) | null = null;
  return {
    tell(value) {
      if (listener) listener(value);
      else waiting = [...waiting, value].slice(-most);
    },
    listen(hear) {
      listener = hear;
      const waited = waiting;
      waiting = [];
      waited.forEach(hear);
    },
  };
}
