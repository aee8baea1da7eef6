import type { OrderType, Source } from "../api/wire";
import { counted } from "../lib/plural";

/** What is said of an order wherever it is shown, to customers and to the staff. */

const stopsInWords = (stops: number) => `${counted(stops, "toimitus", "toimitusta")} ennen sinua`;

/** Whose word a time is. */
export const SOURCES: Record<Source, string> = {
  shop: "verkkokauppa",
  kitchen: "keittiö",
  dispatch: "ajojärjestely",
  driver: "kuljettaja",
  staff: "asiakaspalvelu",
};

/** How an estimated moment is introduced. */
export const ARRIVAL: Record<OrderType, string> = {
  delivery: "Ovellasi noin",
  pickup: "Noudettavissa noin",
  eatin: "Valmiina noin",
};

export const HERO = {
  stopsBefore: (stops: number) => (stops === 0 ? "Olet seuraava." : `${stopsInWords(stops)}.`),
  minutes: (text: string) => `${text} minuuttia`,
  /** Until a car is on a map; without the place of the door there is none. */
  mapToCome: "Auto tulee kartalle, kun pizza lähtee matkaan.",
  wordToCome: "Kerromme heti, kun se lähtee matkaan.",
  home: "Etusivulle",
  call: "Soita ravintolaan",
} as const;

export const PREORDER = {
  title: "Ota rennosti",
  label: "Ennakkotilaus",
  received: "Ennakkotilauksesi on vastaanotettu.",
  requested: { delivery: "Pizza on ovellasi", pickup: "Voit noutaa sen", eatin: "Se on valmiina" },
  rest: "Laitamme uunin kuumaksi ajoissa. Voit sulkea tämän sivun.",
} as const;

export const CANCELLED = {
  title: "Tilaus peruttiin",
  text: (id: string) => `Valitettavasti tilauksesi #${id} epäonnistui. Olethan yhteydessä asiakaspalveluun.`,
} as const;

/** The map, and the car on it. */
export const MAP = {
  label: "Kartta",
  places: "Kartalla ovat ravintola ja ovi, jolle tilaus tulee.",
  age: (text: string) => `Auton sijainti ${text} sitten`,
  shortAge: (text: string) => `${text} sitten`,
  seconds: (seconds: number) => `${seconds}\u00a0s`,
  minutes: (minutes: number, seconds: number) => `${minutes}\u00a0min ${seconds}\u00a0s`,
  elsewhere: "Auto on toisen asiakkaan luona",
  shortElsewhere: "Toisen asiakkaan luona",
  stale: "Auton sijainti on hetken vanha. Arvioimme ajan reitin mukaan, kunnes uusi tulee.",
  unseen: "Auton sijaintia ei juuri nyt näy. Pizza on silti matkalla.",
  shortUnseen: "Auton sijaintia ei näy",
  away: (distance: string) => `Auto on ${distance} päässä`,
  nearby: "alle 100 metrin",
  metres: (metres: number) => `${metres} metrin`,
  kilometres: (kilometres: number) => `${String(kilometres).replace(".", ",")} kilometrin`,
  stops: (stops: number) => (stops === 0 ? "olet seuraava" : stopsInWords(stops)),
} as const;
