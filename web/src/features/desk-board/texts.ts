import type { OrderType } from "../../api/wire";
import { counted } from "../../lib/plural";
import type { BoardGroup } from "../../live/topics/board/rules";
import type { EventName, StageName } from "../../live/rules";

/** What the staff reads on the board and in an opened order. */

export const SESSION = {
  signOut: "Kirjaudu ulos",
  opening: "Avataan seurantaa",
} as const;

/** More orders than this are not told one by one. */
const SAID_BY_NUMBER = 3;

/** `10211, 10224 ja 10230`. */
function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" ja ");
}

export const BOARD = {
  title: "Seuranta",
  all: "Kaikki",
  late: "Myöhässä",
  trouble: "Selvitettävät",
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
    lookers: "Katsojat",
  },
  view: "Näkymä",
  list: "Lista",
  map: "Kartta",
  sound: "Merkkiääni, kun tilaus myöhästyy",
  soundOn: "Merkkiääni on päällä",
  soundOff: "Merkkiääni on pois päältä",
  opening: "Haetaan tilauksia",
  underAMinute: "alle\u00a01\u00a0min",
  minutes: (minutes: number) => `${minutes}\u00a0min`,
  hours: (hours: number, minutes: number) => `${hours}\u00a0h ${minutes}\u00a0min`,
  waits: "Odottaa vuoroaan",
  noEstimate: "ei arviota",
  carSilent: (age: string) => `Auto hiljaa ${age}`,
  tripOver: "Kyyti päättyi",
  neverCame: "ei tulossa",
  duringPause: "Maksettu tauon aikana",
  lateBy: (minutes: number) => `+${minutes} min`,
  inTime: "ajallaan",
  noName: "Ei nimeä",
  changes: (count: number) => counted(count, "muutos", "muutosta"),
  showChanges: "Päivitä järjestys",
  lateTitle: (count: number) => `${count} myöhässä`,
  becameLate: (orderIds: readonly string[]) =>
    orderIds.length <= SAID_BY_NUMBER
      ? `${orderIds.length === 1 ? "Tilaus" : "Tilaukset"} ${listed(orderIds)} ${orderIds.length === 1 ? "on" : "ovat"} myöhässä`
      : `${orderIds.length} tilausta on nyt myöhässä`,
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

/** The city: the cars on the road, on a map and in words. */
export const CITY = {
  label: "Autot",
  map: "Autojen kartta",
  count: (cars: number) => counted(cars, "auto matkalla", "autoa matkalla"),
  staleAge: (text: string) => `Sijainti vanha, ${text} sitten`,
  noOrders: "Ei tilauksia tässä näkymässä",
  opening: "Haetaan autoja",
  none: "Yhtään autoa ei ole matkalla juuri nyt.",
  noMatch: "Rajaukseen ei osu yhtään matkalla olevaa autoa.",
  waitsForLine: "Autot näkyvät, kun suora yhteys palaa.",
  noMap: "Karttaa ei saatu haettua. Lataa sivu uudelleen. Autot ovat listassa.",
} as const;

/** The keys of the board. */
export const KEYS = {
  title: "Pikanäppäimet",
  close: "Sulje",
  areOn: "Kirjaimet ja numerot toimivat pikanäppäiminä",
  list: [
    [["/"], "Haku"],
    [["1", "…", "9"], "Rajaus: Kaikki, Myöhässä, Uudet…"],
    [["↑", "↓"], "Rivi ylös tai alas"],
    [["Page Up", "Page Down"], "Sivu ylös tai alas"],
    [["Home", "End"], "Ensimmäinen tai viimeinen rivi"],
    [["Enter"], "Avaa tilaus"],
    [["J", "K"], "Avaa seuraava tai edellinen tilaus"],
    [["Esc"], "Sulje tilaus"],
    [["?"], "Tämä ohje"],
  ],
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
  openedAlso: (addresses: readonly string[]) => `Avoinna myös: ${addresses.join(", ")}`,
  carAway: (distance: string) => `Auto on ${distance} päässä asiakkaasta.`,
  carElsewhere: "Auto on toisen asiakkaan luona.",
  carUnseen: "Auton sijaintia ei näy.",
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

/** The same in a row, where a stage has but one line. */
export const ROW_STAGES: Record<StageName, string> = {
  ...STAGES,
  finished: "Pakattu",
  deliveryFailed: "Ei onnistunut",
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

/** What stands in the place of an address, where nothing is brought anywhere. */
export const NO_ADDRESS: Record<OrderType, string> = {
  delivery: "Ei osoitetta",
  pickup: "Nouto",
  eatin: "Paikan päällä",
};
