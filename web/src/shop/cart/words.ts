/** What people write, as the server takes it (ordering §9): what was copied along and cannot be seen is left out. */

/** Control characters, and format characters but those that join emoji. */
const HIDDEN = /(?!\u200d)[\p{Cc}\p{Cf}]/gu;

/** Words of one line: blanks, also breaks, are one space. */
export function words(text: string): string {
  return text.normalize("NFC").replace(/\s/g, " ").replace(HIDDEN, "").replace(/ +/g, " ").trim();
}

/** A note, which keeps its lines. */
export function note(text: string): string {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map(words);
  return lines.filter((line) => line !== "").join("\n");
}

/** A phone number or e-mail address that was copied from somewhere: blanks that do not break are plain. */
export function copied(text: string): string {
  return words(text).replaceAll("\u200d", "");
}
