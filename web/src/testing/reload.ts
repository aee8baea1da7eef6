import { cleanup } from "@testing-library/react";

/** Takes the page away as a reload does: nobody is told, and what is kept with the tab stays. */
export function reload(): void {
  const kept = Object.entries(sessionStorage);
  cleanup();
  sessionStorage.clear();
  for (const [name, text] of kept) sessionStorage.setItem(name, String(text));
}
