/** The embedded captcha's work: a number with which a digest begins with zeros (docs/spec/people.md, "Captcha"). */
import { digestsOf } from "../../../lib/sha256";

/** So long a slice of the work may take before the page is let do something else, milliseconds. */
const SLICE_MS = 12;
/** How many tries between two looks at the clock. */
const TRIES = 256;

/** The token that answers a challenge; `null` where it was called off. The work is done in slices, so nothing stands still. */
export async function solve(
  challenge: string,
  difficulty: number,
  signal: AbortSignal,
): Promise<string | null> {
  const digest = digestsOf(`${challenge}.`);
  for (let number = 0; ;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      for (const end = number + TRIES; number < end; number += 1) {
        if (zeroBits(digest(String(number))) >= difficulty) return `${challenge}.${number}`;
      }
    }
    await pause();
    if (signal.aborted) return null;
  }
}

/** Zero bits with which a digest begins. */
function zeroBits(digest: Int32Array): number {
  const first = digest.findIndex((word) => word !== 0);
  return first < 0 ? 32 * digest.length : 32 * first + Math.clz32(digest[first] ?? 0);
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
