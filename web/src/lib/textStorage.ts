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
  return {
    getItem(name) {
      const text = readText(name);
      const state = text === null ? null : read(text);
      return state === null ? null : { state, version: 0 };
    },
    setItem(name, { state }) {
      const text = write(state);
      if (text === null) removeText(name);
      else writeText(name, text);
    },
    removeItem: removeText,
  };
}

/** The text kept under a name; `null` where there is none, or storage is forbidden. */
export function readText(name: string): string | null {
  return quietly(() => localStorage.getItem(name));
}

/** Keeps a text under a name, where that is possible. */
export function writeText(name: string, text: string): void {
  quietly(() => localStorage.setItem(name, text));
}

/** Forgets the text kept under a name. */
export function removeText(name: string): void {
  quietly(() => localStorage.removeItem(name));
}

function quietly<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}
