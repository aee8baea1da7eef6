/** Where the tabs of a browser remember what they place: beside the cart, so that emptying the one keeps the other. */
import { readText, writeText } from "../../lib/textStorage";
import { type Memory, readMemory } from "./attempt";

const NAME = "ovelle.checkout";

/** Where storage is forbidden, it is remembered for this visit. */
let known: string | null = null;

/** What is remembered. */
export function recall(): Memory {
  return readMemory(readText(NAME) ?? known, Date.now());
}

/** Remembers. */
export function memorize(memory: Memory): void {
  known = JSON.stringify(memory);
  writeText(NAME, known);
}

/** Forgets in writing what is too old to count. */
export function tidyMemory(): void {
  const text = readText(NAME);
  if (text === null) return;
  const memory = recall();
  if (memory.attempt === null && text.includes('"bodies"')) memorize(memory);
}

/** Runs alone, over all tabs; browsers without locks are those of pages over plain HTTP. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = (navigator as Partial<Navigator>).locks;
  return locks ? await locks.request(NAME, work) : await work();
}
