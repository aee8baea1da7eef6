/** Where texts are kept: on this machine, or with this tab alone. */
export type TextPlace = () => Storage;

const thisMachine: TextPlace = () => localStorage;

/** Kept for as long as the tab is there; it outlives a reload. */
export const thisTab: TextPlace = () => sessionStorage;

/** The text kept under a name; `null` where there is none, or storage is forbidden. */
export function readText(name: string, place = thisMachine): string | null {
  return quietly(() => place().getItem(name));
}

/** Keeps a text under a name, where that is possible. */
export function writeText(name: string, text: string, place = thisMachine): void {
  quietly(() => place().setItem(name, text));
}

/** Forgets the text kept under a name. */
export function removeText(name: string, place = thisMachine): void {
  quietly(() => place().removeItem(name));
}

function quietly<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}
