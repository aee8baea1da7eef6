/** Which theme the person chose; `null` follows the system. */
export type Theme = "light" | "dark";

const KEY = "ovelle.theme";

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
}

/** The theme on the page now. */
export function shownTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return window.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
