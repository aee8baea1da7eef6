import { useEffect, useLayoutEffect, useRef } from "react";
import { useShortcutsOn } from "./preference";

/** What single keys do on the whole page; not while somebody writes, and not where they have been switched off. */
export function useShortcuts(commands: Readonly<Record<string, () => void>>): void {
  const newest = useRef(commands);
  // With the page that they belong to: a key that is pressed at once must not mean the page before.
  useLayoutEffect(() => {
    newest.current = commands;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = newest.current[event.key];
      if (!command || !useShortcutsOn.getState().on || !isFree(event)) return;
      event.preventDefault();
      command();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Whether a key is nobody else's: no combination, no field, no dialog. */
function isFree({ altKey, ctrlKey, metaKey, defaultPrevented, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented || !(target instanceof Element)) return false;
  return target.closest("input, textarea, select, dialog, [contenteditable]") === null;
}
