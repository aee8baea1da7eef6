import { readText, removeText, thisTab, writeText } from "./textStorage";

/** So many of a kind are kept in a tab; the oldest goes first. */
const MOST = 8;

/** What somebody has begun and not finished, by what it is of. */
export interface Drafts<Draft> {
  find(id: string): Draft | null;
  keep(id: string, draft: Draft): void;
  drop(id: string): void;
  /** Forgets them all. */
  clear(): void;
}

/**
 * Drafts of one kind, kept with their tab, so that a page that is loaded anew finds them again. `read` says what a kept value
 * means, `null` where nothing; a form that changes takes another name.
 */
export function draftsIn<Draft>(name: string, read: (value: unknown) => Draft | null): Drafts<Draft> {
  const but = (id: string) => entriesIn(name).filter(([of]) => of !== id);
  const clear = () => removeText(name, thisTab);
  const write = (entries: readonly Entry[]) => {
    if (entries.length === 0) clear();
    else writeText(name, JSON.stringify(entries.slice(-MOST)), thisTab);
  };
  return {
    find: (id) => read(entriesIn(name).find(([of]) => of === id)?.[1]),
    keep: (id, draft) => write([...but(id), [id, draft]]),
    drop: (id) => write(but(id)),
    clear,
  };
}

/** Whether a kept value has parts at all. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

type Entry = readonly [id: string, value: unknown];

/** What stands there is from outside: it may be anything. */
function entriesIn(name: string): Entry[] {
  try {
    const value: unknown = JSON.parse(readText(name, thisTab) ?? "[]");
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && typeof value[0] === "string";
}
