import type { Location } from "react-router";

/** Under this name a visit keeps how far its pages were scrolled. */
const KEY = "ovelle.positions";

/** How far each entry of the visit's history was scrolled when it was left. */
const positions = new Map<string, number>(read());

/** Remembers how far the page is scrolled for an entry. */
export function keepPosition(entry: Entry): void {
  positions.set(nameOf(entry), window.scrollY);
}

/** How far an entry was scrolled; none for one that was not left yet. */
export function positionOf(entry: Entry): number | undefined {
  return positions.get(nameOf(entry));
}

type Entry = Pick<Location, "key" | "pathname">;

/** The first entries of all documents have one key: their pages tell them apart. */
function nameOf({ key, pathname }: Entry): string {
  return `${key} ${pathname}`;
}

/** Keeps all for when the page is loaded anew. */
export function storePositions(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]));
  } catch {
    // Then pages begin at their top.
  }
}

function read(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as [string, number][];
  } catch {
    return [];
  }
}
