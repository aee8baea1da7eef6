/** What is read on the way to a survey, and on our own page of one. */

export const SURVEY = {
  title: "Palautekysely",
  lead: "Valitse ravintola, josta haluat kertoa. Tilauksestasi pääset kertomaan viestissä olevasta linkistä.",
  restaurant: "Ravintola",
  choose: "Valitse ravintola",
  required: "Tämä kenttä on pakollinen.",
  go: "Jatka kyselyyn",
  opening: "Avataan kysely",
  loading: "Haetaan ravintoloita",
  failed: "Kyselyä ei saatu avattua.",
  notFound: "Emme löydä tilausta. Tarkista linkki tai hae se sähköpostistasi.",
  retry: "Yritä uudelleen",
} as const;

export const ANSWER = {
  title: "Kerro, miten meni",
  order: (id: string) => `Tilaus ${id}`,
  loading: "Haetaan tilausta",
  failed: "Tilausta ei saatu haettua.",
  expired: "Tilaus on vanhentunut, eikä siitä voi enää kertoa täällä.",
  noKey: "Avaa kysely viestisi linkistä, niin tiedämme, mistä tilauksesta kerrot.",
  restaurant: "Kerro ravintolalle suoraan tai ota yhteyttä asiakaspalveluun.",
  call: (number: string) => `Soita ${number}`,
  contact: "Ota yhteyttä",
} as const;
