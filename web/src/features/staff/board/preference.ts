/** A switch that a person sets once for this machine. */
export interface Preference {
  get(): boolean;
  set(on: boolean): void;
  subscribe(listener: () => void): () => void;
}

/** Makes a switch that is remembered under `key`; until it is set it is `initially`. */
export function createPreference(key: string, initially: boolean): Preference {
  const listeners = new Set<() => void>();
  let on = read(key) ?? initially;
  return {
    get: () => on,
    set(next) {
      on = next;
      try {
        localStorage.setItem(key, next ? "on" : "off");
      } catch {
        // Storage may be forbidden; the choice then holds for this visit.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read(key: string): boolean | null {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? null : stored === "on";
  } catch {
    return null;
  }
}

/** Whether an order that becomes late is heard. */
export const LATE_SOUND = createPreference("ovelle.board.lateSound", false);
/** Whether single letters and digits are commands. */
export const SHORTCUTS = createPreference("ovelle.board.shortcuts", true);
