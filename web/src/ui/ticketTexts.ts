/** What a ticket and its code say. */
export const CODE = {
  copy: "Kopioi",
  copied: "Kopioitu",
  notCopied: "Kopiointi ei onnistunut",
  /** Of which code, for who cannot see where the button stands. */
  copyOf: (code: string) => `Kopioi koodi ${code}`,
} as const;
