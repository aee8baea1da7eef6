/** The token that shows an editor the drafts of stories (docs/spec/people.md, "Content"); this tab alone keeps it. */
import { readText, removeText, thisTab, writeText } from "./textStorage";

const KEY = "ovelle.preview";
const listeners = new Set<() => void>();

/** The token of this tab; `null` where there is none. */
export function previewToken(): string | null {
  return readText(KEY, thisTab);
}

/** Keeps a token; one that no header could carry, as an empty one, ends the preview. */
export function keepPreview(token: string): void {
  if (/^[!-~]{1,200}$/.test(token)) writeText(KEY, token, thisTab);
  else removeText(KEY, thisTab);
  for (const tell of listeners) tell();
}

/** Calls back whenever the token of this tab changes, until the returned function is called. */
export function onPreview(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
