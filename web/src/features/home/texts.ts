import type { StageName } from "../../live/rules";

/** Texts of the front door. */
export const HOME = {
  menuPicture: "Ruokalistalle",
  pageTitle: "Etusivu",
  title: "Uunista ovelle",
  own: "Tilauksesi",
  again: "Tilaa uudelleen",
  categories: "Mitä tekisi mieli?",
  ownPizza: "Tee oma pizza",
  ownPizzaText: "Valitse pohja, kastike, juusto ja täytteet. Me hoidamme uunin.",
  ownPizzaGo: "Aloita pohjasta",
  running: "Kaupungilla juuri nyt",
  runningLead: "Esittelyn tilauksia. Valitse yksi ja seuraa sitä.",
  allRunning: (count: number) => `Näytä kaikki ${count} tilausta`,
  fewer: "Näytä vähemmän",
  none: "Uuni on kuuma, mutta kukaan ei ole vielä tilannut. Uusia tilauksia tulee hetken päästä.",
  failed: "Tilauksia ei juuri nyt saatu haettua. Yritämme kohta uudelleen.",
  loading: "Haetaan tilauksia",
  order: (id: string) => `Tilaus\u00a0${id}`,
} as const;

export const STAGES: Record<StageName, string> = {
  received: "Tilaus vastaanotettu",
  accepted: "Tilaus hyväksytty",
  inMaking: "Pizza on tekeillä",
  inOven: "Pizza on uunissa",
  finished: "Pizza on valmis",
  waitingForDelivery: "Pizza odottaa lähtöä",
  inDelivery: "Pizza on matkalla",
  deliveryFailed: "Toimitus ei onnistunut",
  delivered: "Pizza on ovella",
  cancelled: "Tilaus peruttiin",
};

export const PREORDER = "Ennakkotilaus";
export const OVER = "Tilaus on päättynyt";
