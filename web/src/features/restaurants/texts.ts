/** Texts of the restaurants' pages. */
export const LIST = {
  title: "Ravintolat",
  all: (count: number) => `Kaikki ${count} Ovelle-ravintolaa`,
  results: (count: number) => (count === 1 ? "1 tulos" : `${count} tulosta`),
  nearest: "Lähimmät ensin",
  search: "Etsi ravintola",
  placeholder: "Nimi, katu, kaupunki tai postinumero",
  none: "Haulla ei löytynyt ravintoloita",
  showAll: "Näytä kaikki",
  loading: "Ladataan...",
  failed: "Vääk, pizzajärjestelmä näyttää kärähtäneen. Kokeile hetken päästä uudelleen.",
  retry: "Yritä uudelleen",
  map: "Ravintolat kartalla",
  showMap: "Näytä kartalla",
  hideMap: "Piilota kartta",
  noMap: "Karttaa ei saatu näkyviin.",
} as const;

export const STATUS = {
  openUntil: (time: string) => `Avoinna ${time} asti`,
  alwaysOpen: "Aina avoinna",
  closed: "Suljettu",
  endingSoon: (time: string) => `Suljemme pian, ${time}`,
  opensOn: (day: string, time: string) => ["Avautuu", day, time].filter(Boolean).join(" "),
  tomorrow: "huomenna",
} as const;

export const PAGE = {
  order: "Tilaa täältä",
  all: "Kaikki ravintolat",
  address: "Osoite",
  phone: "Puhelin",
  call: (phone: string) => `Soita ${phone}`,
  fee: "Nouto- ja pöytätilaus puhelimitse: puhelintilausmaksu 0,99\u00a0€\u00a0/\u00a0tilaus.",
  noFee: "Ei puhelintilausmaksua.",
  hours: "Aukiolot",
  closedDay: "suljettu",
  exceptions: "Poikkeusaukiolot",
  lunchOffer: "Katso lounastarjous",
  noLunch: "Ei lounastarjousta toistaiseksi.",
  map: (name: string) => `${name} kartalla`,
  today: "tänään",
} as const;

/** Kinds of hours, as the wire numbers them (RS-06). */
export const HOURS = {
  general: "Ravintola",
  lunch: "Lounas",
  delivery: "Kuljetus",
  webShop: "Verkkokauppa",
} as const;
