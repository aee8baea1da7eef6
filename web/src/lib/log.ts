/** Writes down for whoever looks into the browser's console what went wrong unseen; nothing about a person. */
export function logFailure(what: string, cause: unknown): void {
  console.warn(what, cause);
}
