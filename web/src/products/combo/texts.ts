/** Texts of the combo editor (CM-12 to CM-19). */
export const COMBO = {
  change: "Vaihda",
  changeLabel: (name: string) => `Vaihda: ${name}`,
  close: "Valmis",
  choices: (name: string) => `Vaihtoehdot: ${name}`,
  slot: (index: number, count: number) => `Valinta ${index}/${count}`,
  missing: "Valitse tuote",
  soldOut: "Loppunut valitsemastasi ravintolasta",
  add: (price: string) => `Lisää tilaukseen ${price}`,
  adding: "Lisätään tilaukseen...",
  added: "Lisätty tilaukseen",
  save: (price: string) => `Tallenna muutokset ${price}`,
  saving: "Tallennetaan muutoksia...",
  saved: "Muutokset tallennettu",
  failed: "Tuotteen lisääminen epäonnistui",
  signIn: "Kirjaudu sisään",
  back: "Takaisin ostoksille",
  slots: "Tarjouksen tuotteet",
  edit: "Täytteet",
  editLabel: (name: string) => `Täytteet: ${name}`,
  edited: "Omilla täytteillä",
  included: "Kaikki vaihtoehdot kuuluvat tarjouksen hintaan.",
} as const;

/** What a combo's conditions are called, and say. */
export const CONDITIONS = {
  title: "Kampanjan ehdot",
  times: (when: string) => `Voimassa ${when}.`,
  notAtLunch: "Ei voimassa arkisin kello 8–14.",
  dates: (from: string | null, until: string | null) => {
    if (until === null) return `Voimassa ${from} alkaen.`;
    return from === null ? `Voimassa ${until} asti.` : `Voimassa ${from}–${until}.`;
  },
  members: "Kotijoukkojen jäsenille.",
} as const;
