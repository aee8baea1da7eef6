/** How hard a password is to guess, roughly: by its length, its kinds of characters, and what in it follows from the rest. */

/** From 0, which is guessed at once, to 4. */
export type StrengthScore = 0 | 1 | 2 | 3 | 4;

/** More is not looked at (LG-27). */
const LOOKED_AT = 275;
const KINDS: readonly (readonly [kind: RegExp, size: number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 60],
];
/** What many choose, as one reads it without digits and marks. */
const COMMON =
  /(salasana|password|passw|qwerty|asdf|zxcv|ovelle|pizza|kissa|koira|suomi|perkele|rakas|kesa|talvi|admin|welcome|letmein|abc|123|000|111)/gi;
/** What a common word adds, in characters. */
const WORD = "xy";
/** From so many bits on it is the next score. */
const STEPS = [28, 40, 56, 76];

/** Judges a password, not what a server may refuse of it. */
export function strengthOf(password: string): StrengthScore {
  const characters = [...password].slice(0, LOOKED_AT);
  const text = characters.join("");
  const alphabet = KINDS.reduce((sum, [kind, size]) => (kind.test(text) ? sum + size : sum), 0);
  const bits = [...text.replace(COMMON, WORD)].reduce(
    (sum, character, at, all) => sum + Math.log2(alphabet) * newness(character, all[at - 1]),
    0,
  );
  const score = STEPS.filter((step) => bits >= step).length;
  return ([0, 1, 2, 3, 4] as const)[score] ?? 0;
}

/** How much a character adds that stands behind another: one that repeats or continues it hardly anything. */
function newness(character: string, before: string | undefined): number {
  if (before === undefined) return 1;
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return Math.abs(step) <= 1 ? 0.25 : 1;
}
