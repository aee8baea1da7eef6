/** Texts of the not-found page, letter for letter as the seeds have them. */
export const NOT_FOUND = {
  title: "Sivua ei löydy",
  text: "Kaikkea muuta maukasta kyllä löytyy.",
  home: "Etusivulle",
} as const;
