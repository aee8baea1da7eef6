/** The text kept under a name; `null` where there is none, or storage is forbidden. */
export function readText(name: string): string | null {
  return quietly(() => localStorage.getItem(name));
}

/** Keeps a text under a name, where that is possible. */
export function writeText(name: string, text: string): void {
  quietly(() => localStorage.setItem(name, text));
}

/** Forgets the text kept under a name. */
export function removeText(name: string): void {
  quietly(() => localStorage.removeItem(name));
}

function quietly<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}
