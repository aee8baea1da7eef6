/** Which theme the person chose; `null` follows the system. */
export type Theme = "light" | "dark";

const KEY = "ovelle.theme";
const DARK = "(prefers-color-scheme: dark)";
const listeners = new Set<() => void>();

/** The theme that was chosen on an earlier visit. */
export function chosenTheme(): Theme | null {
  const stored = read();
  return stored === "light" || stored === "dark" ? stored : null;
}

/** Puts the chosen theme on the page; call once before the first paint. */
export function applyTheme(theme: Theme | null): void {
  if (theme === null) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** Chooses a theme, now and for later visits. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be forbidden; the choice then holds for this visit.
  }
  for (const listener of listeners) listener();
}

/** Hears when another theme is shown: chosen here, or changed by the system. Answers how to stop. */
export function onThemeChange(listener: () => void): () => void {
  const system = window.matchMedia?.(DARK);
  listeners.add(listener);
  system?.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    system?.removeEventListener("change", listener);
  };
}

/** The theme on the page now. */
export function shownTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return window.matchMedia?.(DARK).matches ? "dark" : "light";
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
