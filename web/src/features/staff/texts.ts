import type { OrderType, Source } from "../../api/wire";
import { counted } from "../../lib/plural";
import type { BoardGroup } from "../../live/board/rules";
import type { EventName, StageName } from "../../live/rules";

/** What the staff reads: signing in, the board, and an opened order. */

export const SIGN_IN = {
  title: "Kirjaudu sisään",
  lead: "Seurantanäkymä on Ovellen henkilökunnalle.",
  ended: "Istuntosi päättyi. Kirjaudu uudelleen, niin jatkat siitä, mihin jäit.",
  email: "Sähköposti",
  password: "Salasana",
  send: "Kirjaudu",
  sending: "Kirjaudutaan…",
  noEmail: "Kirjoita sähköpostiosoitteesi.",
  badEmail: "Osoitteesta puuttuu @-merkki.",
  noPassword: "Kirjoita salasanasi.",
  wait: (seconds: number) => `Liian monta yritystä. Yritä uudelleen ${seconds} sekunnin kuluttua.`,
  failed: "Kirjautuminen ei juuri nyt onnistu. Yritä hetken päästä uudelleen.",
  unreachable: "Yhteys ei toimi. Tarkista verkko ja yritä uudelleen.",
  customer: "Odotatko pizzaa? Seuranta aukeaa tilausvahvistuksesi linkistä.",
} as const;

export const PASSWORD = {
  title: "Valitse oma salasana",
  lead: "Kirjauduit kertakäyttöisellä salasanalla. Valitse tilalle oma, niin pääset jatkamaan.",
  current: "Kertakäyttöinen salasana",
  chosen: "Uusi salasana",
  hint: "Vähintään 8 merkkiä. Pitkä lause on hyvä salasana.",
  again: "Uusi salasana uudelleen",
  send: "Tallenna ja jatka",
  sending: "Tallennetaan…",
  noCurrent: "Kirjoita kertakäyttöinen salasanasi.",
  tooShort: "Salasanassa on oltava vähintään 8 merkkiä.",
  same: "Valitse eri salasana kuin kertakäyttöinen.",
  different: "Salasanat eivät ole samat.",
  failed: "Salasanaa ei saatu vaihdettua. Yritä hetken päästä uudelleen.",
} as const;

export const SESSION = {
  signOut: "Kirjaudu ulos",
  opening: "Avataan seurantaa",
} as const;

export const BOARD = {
  title: "Seuranta",
  all: "Kaikki",
  late: "Myöhässä",
  onTime: "Ajallaan",
  done: "Valmiit",
  search: "Numero, nimi, puhelin tai osoite",
  restaurant: "Ravintola",
  allRestaurants: "Kaikki ravintolat",
  stages: "Vaihe",
  columns: {
    order: "Tilaus",
    stage: "Vaihe",
    left: "Jäljellä",
    promised: "Luvattu",
    restaurant: "Ravintola",
    customer: "Asiakas",
  },
  opening: "Haetaan tilauksia",
  placed: (time: string) => `tilattu ${time}`,
  lateBy: (minutes: number) => `+${minutes} min`,
  inTime: "ajallaan",
  noName: "Ei nimeä",
  changes: (count: number) => counted(count, "muutos", "muutosta"),
  showChanges: "Päivitä järjestys",
  lateNow: (count: number) => `Myöhässä ${counted(count, "tilaus", "tilausta")}`,
  none: "Ei tilauksia juuri nyt",
  noneLead: "Uusi tilaus tulee tähän heti, kun se tehdään.",
  noMatch: "Mikään tilaus ei vastaa rajausta",
  noMatchLead: "Muuta hakua tai näytä kaikki tilaukset.",
  showAll: "Näytä kaikki",
  offline: (time: string) => `Yhteys katkesi. Nämä tilaukset ovat kello ${time}.`,
  neverLoaded: "Tilauksia ei saatu haettua.",
  offlineNext: "Päivitämme heti, kun yhteys palaa.",
  polling: "Suoraa yhteyttä ei saada. Avoimet tilaukset haetaan 30 sekunnin välein.",
  retry: "Yritä uudelleen",
  tooLarge: "Tilauksia on liikaa yhteen näkymään. Valitse ravintola.",
  refused: "Sinulla ei ole oikeutta tämän ravintolan tilauksiin. Valitse toinen ravintola.",
} as const;

export const SEARCH = {
  title: "Muut tilaukset",
  lead: "Haku kaikista tilauksista, myös päättyneistä",
  searching: "Haetaan muita tilauksia",
  none: "Muita osumia ei ole.",
  failed: "Muita tilauksia ei saatu haettua.",
  more: "Näytä lisää",
  loading: "Haetaan…",
  retry: "Yritä uudelleen",
} as const;

export const ORDER = {
  title: (id: string) => `Tilaus ${id}`,
  close: "Sulje tilaus",
  opening: "Avataan tilausta",
  notFound: "Tilausta ei löydy. Se voi olla toisen ravintolan.",
  failed: "Tilauksen tietoja ei saatu haettua.",
  retry: "Yritä uudelleen",
  watching: "Asiakas seuraa nyt",
  minutes: (text: string) => `${text} minuuttia`,
  call: "Soita asiakkaalle",
  callRestaurant: (name: string) => `Soita ravintolaan ${name}`,
  link: "Asiakkaan seurantalinkki",
  copy: "Kopioi linkki",
  copied: "Linkki on kopioitu.",
  notCopied: "Kopioi valittu linkki itse.",
  instruction: "Ohje kuljettajalle",
  items: (count: number) => counted(count, "tuote", "tuotetta"),
  events: "Tapahtumat",
  note: "Asiakkaalle",
  staffNote: "Vain henkilökunnalle",
  batch: (id: string) => `Kyyti ${id}`,
  car: (id: string) => `auto ${id}`,
  external: (id: string) => `Ulkoinen numero ${id}`,
  nextIsThis: "seuraavana",
  stopsBefore: (stops: number) => `${counted(stops, "toimitus", "toimitusta")} ennen`,
} as const;

export const STAGES: Record<StageName, string> = {
  received: "Vastaanotettu",
  accepted: "Hyväksytty",
  inMaking: "Valmistuksessa",
  inOven: "Uunissa",
  finished: "Valmis ja pakattu",
  waitingForDelivery: "Odottaa lähtöä",
  inDelivery: "Matkalla",
  deliveryFailed: "Toimitus ei onnistunut",
  delivered: "Perillä",
  cancelled: "Peruttu",
};

/** What happened, in the words of the trade. */
export const EVENTS: Record<EventName, string> = {
  ...STAGES,
  inBatch: "Lisätty kyytiin",
  inCar: "Autossa",
  neverDelivered: "Toimitus ei onnistunut, kyyti päättyi",
  feedbackAsked: "Palautetta pyydetty",
};
/** What stands for the stage of a preorder that the kitchen has not begun. */
export const PREORDER = "Ennakko";
/** A row whose last status says no stage. */
export const CLOSED = "Päättynyt";

export const GROUPS: Record<BoardGroup, string> = {
  new: "Uudet",
  kitchen: "Keittiössä",
  oven: "Uunissa",
  waiting: "Odottaa kyytiä",
  road: "Matkalla",
  preorder: "Ennakko",
  done: "Valmiit",
};

export const SOURCES: Record<Source, string> = {
  shop: "verkkokauppa",
  kitchen: "keittiö",
  dispatch: "ajojärjestely",
  driver: "kuljettaja",
  staff: "asiakaspalvelu",
};

/** What stands in the place of an address, where nothing is brought anywhere. */
export const NO_ADDRESS: Record<OrderType, string> = {
  delivery: "Ei osoitetta",
  pickup: "Nouto",
  eatin: "Paikan päällä",
};
