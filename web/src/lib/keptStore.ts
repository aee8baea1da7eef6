import { create } from "zustand";
import { readText, removeText, writeText } from "./textStorage";

/** How a state is written as one short text. */
export interface TextForm<State> {
  /** What a text means; `null` where it means nothing. */
  read(text: string): State | null;
  /** `null` where there is nothing to remember. */
  write(state: State): string | null;
}

/**
 * A store that is kept from visit to visit: on this machine, under its name, in the words that earlier versions wrote.
 * Storage may be forbidden or full; what was chosen then holds for this visit.
 */
export function keptStore<State extends object>(name: string, initial: State, form: TextForm<State>) {
  const kept = (): State | null => {
    const text = readText(name);
    return text === null ? null : form.read(text);
  };
  const useStore = create<State>()(() => kept() ?? initial);
  useStore.subscribe((state) => {
    const text = form.write(state);
    if (text === null) removeText(name);
    else writeText(name, text);
  });
  /** Takes what another tab has kept since. */
  const reread = () => useStore.setState(kept() ?? {});
  return Object.assign(useStore, { reread });
}
