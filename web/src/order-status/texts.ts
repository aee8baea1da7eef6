import type { OrderType, Source } from "../api/wire";
import { minutesInterval } from "../lib/interval";
import { counted } from "../lib/plural";

/** What is said of an order wherever it is shown, to customers and to the staff. */

const stopsInWords = (stops: number) => `${counted(stops, "toimitus", "toimitusta")} ennen sinua`;

/** What is written where less than a minute is left. */
const UNDER_A_MINUTE = minutesInterval(0, 1);

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
  minutes: (text: string) => (text === UNDER_A_MINUTE ? "alle minuutti" : `${text} minuuttia`),
  home: "Etusivulle",
  call: "Soita ravintolaan",
} as const;

/** What stands over the counter where an order is fetched. */
export const COUNTER = "Nouda tiskiltä";

const HAPPY_MEAL = "Hyvää ruokahalua";

/** What an order is called: by its pizza, and where it has none as an order. */
interface Called {
  your: string;
  it: string;
  /** What is done with it while it is made, and until a preorder is. */
  making: string;
  inTime: string;
}

/** What the hero says of each phase: the label for the page's title, the stage in words, and what is said under it. */
// oxlint-disable-next-line max-lines-per-function -- one table: what is said at each status
function phasesOf({ your, it, making, inTime }: Called) {
  return {
    received: {
      label: "Vastaanotettu",
      title: "Tilauksesi on perillä meillä",
      sentences: ["Keittiö vahvistaa tilauksesi pian."],
    },
    accepted: (restaurant: string) => ({
      label: "Hyväksytty",
      title: `${restaurant} otti tilauksesi vastaan`,
      sentences: [],
    }),
    inMaking: { label: "Valmistuksessa", title: `${your} on tekeillä`, sentences: [making] },
    inOven: { label: "Uunissa", title: `${your} on uunissa` },
    delayed: {
      label: "Myöhässä",
      title: "Keittiössä on ruuhkaa",
      sentences: [`${your} valmistuu vähän myöhemmin.`],
    },
    packed: {
      label: "Valmis",
      title: `${your} on valmis ja pakattu`,
      sentences: [`${it} odottaa kyytiä.`],
    },
    leaving: { label: "Lähdössä", title: `${your} on lähdössä`, sentence: "Lähtö ihan kohta." },
    inDelivery: { label: "Matkalla", title: `${your} on matkalla` },
    near: { label: "Ihan lähellä", title: "Olet seuraava", sentences: [`${it} on ihan lähellä.`] },
    notDelivered: {
      label: "Toimitus ei onnistunut",
      title: "Toimitus ei onnistunut",
      sentences: [
        "Emme saaneet tilaustasi perille, eikä kuljettaja enää tule uudelleen.",
        "Soita ravintolaan, niin sovitaan, miten jatketaan.",
      ],
    },
    notDeliveredYet: {
      label: "Yhä matkalla",
      title: "Toimitus ei onnistunut vielä",
      sentences: ["Tilauksesi on yhä matkalla."],
    },
    untracked: {
      label: "Valmis",
      title: `${your} on valmis`,
      sentences: ["Tämän ravintolan kuljetuksia ei voi seurata. Kysyttävää? Soita ravintolaan."],
    },
    ready: (orderId: string) => ({
      label: "Valmis",
      title: "Tilauksesi on valmis",
      sentences: [`${COUNTER}, numero ${orderId}.`],
    }),
    eaten: { label: "Valmis", title: HAPPY_MEAL, sentences: [] },
    delivered: (time: string, sinceOrdered: string) => ({
      label: "Perillä",
      title: `${it} on ovellasi`,
      sentences: [`Perillä ${time}${sinceOrdered}. ${HAPPY_MEAL}.`],
    }),
    sinceOrdered: (minutes: number) => `, ${counted(minutes, "minuutti", "minuuttia")} tilauksesta`,
    /** Until a car is on a map; without the place of the door there is none. */
    mapToCome: `Auto tulee kartalle, kun ${it.toLowerCase()} lähtee matkaan.`,
    wordToCome: `Kerromme heti, kun ${it.toLowerCase()} lähtee matkaan.`,
    requested: { delivery: `${it} on ovellasi`, pickup: "Voit noutaa sen", eatin: "Se on valmiina" },
    rest: `${inTime} Voit sulkea tämän sivun.`,
  } as const;
}

export const PHASES = phasesOf({
  your: "Pizzasi",
  it: "Pizza",
  making: "Taikina on käsissä, täytteet tulossa.",
  inTime: "Laitamme uunin kuumaksi ajoissa.",
});

/** Of an order without a pizza. */
export const OTHER_PHASES = phasesOf({
  your: "Tilauksesi",
  it: "Tilaus",
  making: "Keittiö kokoaa sitä parhaillaan.",
  inTime: "Kokoamme sen ajoissa.",
});

export const PREORDER = {
  title: "Ota rennosti",
  label: "Ennakkotilaus",
  received: "Ennakkotilauksesi on vastaanotettu.",
} as const;

export const CANCELLED = {
  label: "Peruttu",
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
