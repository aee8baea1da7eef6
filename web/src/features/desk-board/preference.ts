import { keptStore } from "../../lib/keptStore";

/** A switch that a person sets once for this machine. */
export interface Preference {
  on: boolean;
}

/** Makes a switch that is remembered under `name`; until it is set it is `initially`. */
export function createPreference(name: string, initially: boolean) {
  return keptStore<Preference>(
    name,
    { on: initially },
    {
      read: (text) => ({ on: text === "on" }),
      write: ({ on }) => (on ? "on" : "off"),
    },
  );
}

/** Whether an order that becomes late is heard. */
export const useLateSound = createPreference("ovelle.board.lateSound", false);
/** Whether single letters and digits are commands. */
export const useShortcutsOn = createPreference("ovelle.board.shortcuts", true);
