import { useSyncExternalStore } from "react";
import { keptStore } from "../lib/keptStore";

/** How the pages look. */
export type Theme = "light" | "dark";

interface Choice {
  /** Which theme the person chose; `null` follows the system. */
  theme: Theme | null;
}

const DARK = "(prefers-color-scheme: dark)";

/** What was chosen, here or on an earlier visit. */
const useChoice = keptStore<Choice>(
  "ovelle.theme",
  { theme: null },
  {
    read: (text) => (text === "light" || text === "dark" ? { theme: text } : null),
    write: ({ theme }) => theme,
  },
);

/** Puts the chosen theme on the page; call once before the first paint. */
export function applyTheme(): void {
  const { theme } = useChoice.getState();
  if (theme === null) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** Chooses a theme, now and for later visits. */
export function chooseTheme(theme: Theme): void {
  // On the page before anybody hears of it: who listens reads its colours.
  document.documentElement.dataset["theme"] = theme;
  useChoice.setState({ theme });
}

/** Hears when another theme is shown: chosen here, or changed by the system. Answers how to stop. */
export function onThemeChange(listener: () => void): () => void {
  const stops = [useChoice.subscribe(listener), onSystemChange(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The theme on the page now. */
export function useTheme(): Theme {
  const { theme } = useChoice();
  const system = useSyncExternalStore(onSystemChange, systemTheme);
  return theme ?? system;
}

function onSystemChange(listener: () => void): () => void {
  const system = window.matchMedia?.(DARK);
  system?.addEventListener("change", listener);
  return () => system?.removeEventListener("change", listener);
}

function systemTheme(): Theme {
  return window.matchMedia?.(DARK).matches ? "dark" : "light";
}
