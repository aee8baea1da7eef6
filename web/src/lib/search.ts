/** A text as it is compared when somebody looks for it: small letters, accents folded. */
export function foldedForSearch(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .trim();
}
