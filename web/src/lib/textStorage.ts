import type { PersistStorage } from "zustand/middleware";

/** How a state is written as one short text. */
export interface TextForm<State> {
  /** What a text means; `null` where it means nothing. */
  read(text: string): State | null;
  /** `null` where there is nothing to remember. */
  write(state: State): string | null;
}

/**
 * Where a store is kept from visit to visit: on this machine, under its name, in the words that earlier versions wrote.
 * Storage may be forbidden or full; what was chosen then holds for this visit.
 */
export function textStorage<State>({ read, write }: TextForm<State>): PersistStorage<State> {
  const remove = (name: string) => quietly(() => localStorage.removeItem(name));
  return {
    getItem(name) {
      const text = quietly(() => localStorage.getItem(name));
      const state = text === null ? null : read(text);
      return state === null ? null : { state, version: 0 };
    },
    setItem(name, { state }) {
      const text = write(state);
      if (text === null) remove(name);
      else quietly(() => localStorage.setItem(name, text));
    },
    removeItem: remove,
  };
}

function quietly<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}
