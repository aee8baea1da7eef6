/** Texts of the search that are there before it is used. */
export const FIELD = {
  label: "Hae ruokaa, täytteitä ja ravintoloita",
  placeholder: "Hae ruokaa",
  clear: "Tyhjennä haku",
  loading: "Haku aukeaa hetken päästä.",
} as const;
