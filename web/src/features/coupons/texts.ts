/** What is read of coupons. Fixed texts stand letter for letter. */
export const COUPONS = {
  title: "Kupongit",
  loading: "Haetaan kuponkeja",
  /** CP-03. */
  none: "Ei voimassa olevia kuponkitarjouksia",
  toMenu: "Ruokalistaan",
  /** CP-17. */
  failed: "Kumponkikampanjoiden tarkistuksessa tapahtui virhe. Yritä hetken kuluttua uudestaan.",
  retry: "Yritä uudelleen",
  valid: "Voimassa",
  from: (day: string) => `${day} alkaen`,
  until: (day: string) => `${day} asti`,
  between: (first: string, last: string) => `${first} – ${last}`,
  /** CP-02. */
  hours: "Arkisin kello 14–22, viikonloppuisin aina kun olemme auki. Ennakkotilaus käy.",
  list: "Kupongit",
} as const;

/** A coupon's card (CP-08 to CP-10, CP-15). */
export const COUPON = {
  use: "Käytä",
  toUse: (name: string) => `Käytä: ${name}`,
  busy: "Lisätään kuponkia",
  added: "Lisätty",
  remove: "Poista",
  toRemove: (name: string) => `Poista kuponki: ${name}`,
  removed: "Kuponki poistettiin. Tuote jäi koriin.",
  /** CP-15. */
  failed: "Kupongin lisääminen epäonnistui",
  /** Of the menu in which its product is. */
  noMenu: "Ruokalistaa ei saatu haettua.",
  retry: "Yritä uudelleen",
  dismiss: "Sulje virheilmoitus",
  members: "Kotijoukoille",
  signedIn: "Kirjautuneille",
  signIn: "Kirjaudu",
  join: "Liity",
  soldOut: "Loppunut valitsemastasi ravintolasta",
  missing: "Ei valitsemasi ravintolan listalla",
  over: "Ei voimassa",
  /** Of what is neither in the menu nor in the editors' words. */
  name: "Kuponki",
} as const;

/** In the button's place outside the hours of coupons. */
export const LATER = {
  today: "Tänään kello 14 alkaen",
  tomorrow: "Huomenna kello 14 alkaen",
  weekend: "Huomenna taas",
  otherTime: "Arkisin kello 14–22",
} as const;

/** Who may use them (CP-04, CP-05). */
export const MEMBERS = {
  guest: "Osa kupongeista on vain Kotijoukoille. Liity tai kirjaudu, niin saat nekin.",
  join: "Liity",
  signIn: "Kirjaudu",
  registered: "Osa kupongeista on vain Kotijoukoille.",
  joinNow: "Liity Kotijoukkoihin",
  member: "Kotijoukkojen jäsenenä saat muitakin etuja.",
  benefits: "Omat etukoodit",
  terms: "Kotijoukkojen käyttöehdot",
} as const;

/** A code that somebody has. */
export const ENTRY = {
  title: "Onko sinulla koodi?",
  label: "Kampanjakoodi",
  add: "Lisää",
  added: (code: string) => `Koodi ${code} on tilauksessasi.`,
  kept: (code: string) => `Koodi ${code} on tallessa. Tarkistamme sen, kun ravintola on valittu.`,
  unheard: (code: string) => `Koodi ${code} on tallessa. Tarkistamme sen, kun saamme taas yhteyden.`,
} as const;
