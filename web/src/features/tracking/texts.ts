import { counted } from "../../lib/plural";
import type { StageName } from "../../live/rules";

/** What the customer reads on the tracking pages. Texts in “” of docs/spec/behaviours.md stand letter for letter. */

export const STAGES: Record<StageName, string> = {
  received: "Vastaanotettu",
  accepted: "Hyväksytty",
  inMaking: "Valmistuksessa",
  inOven: "Uunissa",
  finished: "Valmis ja pakattu",
  waitingForDelivery: "Odottaa lähtöä",
  inDelivery: "Matkalla",
  deliveryFailed: "Toimitus ei onnistunut",
  delivered: "Ovella",
  cancelled: "Peruttu",
};

export const TEXTS = {
  opening: "Avataan tilauksesi seurantaa",
  order: (id: string) => `Tilaus ${id}`,
  course: "Tilauksen kulku",
  /** A stage that nobody reported, though a later one was. */
  skipped: "ei tietoa",
  offline: (time: string) => `Yhteys katkesi. Nämä tiedot ovat kello ${time}.`,
  offlineNext: "Päivitämme heti, kun yhteys palaa.",
  retry: "Yritä uudelleen",
  refresh: "Päivitä ja yritä uudelleen",
  home: "Etusivulle",
  toCart: "Ostoskoriin",
} as const;

export const ITEMS = {
  count: (count: number) => counted(count, "tuote", "tuotetta"),
} as const;

/** What the order cost, how it was paid, and what goes back. */
export const MONEY = {
  delivery: "Kuljetus",
  fees: "Palvelumaksut",
  total: "Yhteensä",
  methods: {
    scheme: "pankki- tai luottokortilla",
    mobilepay: "MobilePaylla",
    applepay: "Apple Paylla",
    googlepay: "Google Paylla",
    ebanking_FI: "verkkopankissa",
    klarna: "Klarnalla",
    edenred: "Edenredillä",
    giftcard: "lahjakortilla",
    NetsPrepaidCard: "lahjakortilla",
  } as Readonly<Record<string, string>>,
  /** What is paid when the food is handed over. */
  later: {
    onsite: "Maksetaan ravintolassa",
    cod: "Maksetaan, kun tilaus luovutetaan",
  } as Readonly<Record<string, string>>,
  paid: (how: string | null, amount: string | null) =>
    ["Maksettu", ...(amount === null ? [] : [amount]), ...(how === null ? [] : [how])].join(" "),
  waiting: "Maksu on kesken",
  back: (amount: string) =>
    `Maksamasi ${amount} palautuu samaa tietä kuin maksoit. Siihen voi mennä muutama päivä.`,
  nothingTaken: "Tilauksesta ei veloitettu mitään.",
} as const;

export const ADDRESS = { title: "Osoite" } as const;

export const RESTAURANT = {
  openUntil: (time: string) => `Auki ${time} asti`,
  alwaysOpen: "Auki aina",
  closed: "Suljettu",
  hours: "Aukioloajat",
  closedDay: "suljettu",
  email: "Lähetä sähköpostia",
  phone: (number: string) => `Soita ${number}`,
} as const;

const FAILED = {
  title: "Jokin meni vikaan",
  text: "Virhe tilauksen tietojen hakemisessa. Yritä uudestaan.",
} as const;

/** What went wrong, and the one way on. */
export const PROBLEMS = {
  "not-found": {
    title: "Tilausta ei löydy",
    text: "Emme löydä tilausta. Tarkista linkki tai hae se sähköpostistasi.",
  },
  expired: {
    title: "Ovi on jo kiinni",
    text: "Tilaus on vanhentunut, eikä sitä voi enää seurata.",
  },
  unpaid: {
    title: "Maksuaika päättyi",
    text: "Tilauksen maksuaika päättyi.",
    more: "Jos ehdit silti maksaa, palautamme rahat. Voit tilata uudelleen ostoskorista.",
  },
  failed: FAILED,
  unreachable: FAILED,
  "no-key": {
    title: "Linkistä puuttuu osa",
    text: "Pelkällä numerolla tilausta ei voi avata. Avaa seuranta tilausvahvistuksen linkistä.",
    more: "Kun tilaus on vastaanotettu, vahvistus on sähköpostissasi.",
  },
} as const;

/** An order that waits for its money. */
export const WAITING = {
  title: "Odotamme maksua",
  text: "Tilaustasi ei ole vielä vastaanotettu.",
  more: "Kun maksu tulee perille, tilaus ilmestyy tähän itsestään.",
  toPay: "Takaisin maksamaan",
} as const;

/** `/tilaus` without an order. */
export const FIND = {
  title: "Missä pizzani on?",
  text: "Avaa seuranta tilausvahvistuksesi linkistä. Vahvistus on sähköpostissasi.",
  more: "Eikö viestiä näy? Katso roskapostikansio tai soita ravintolaan, josta tilasit.",
} as const;

/** What whoever ordered may ask for once it is over. */
export const RIGHTS = {
  title: "Omat tietosi",
  text: "Voit ladata tai poistaa tiedot, jotka annoit tilauksessa.",
  open: "Lataa tai poista tiedot",
  what: "Poistamme nimesi, yhteystietosi ja viestisi. Tilauksen summat jäävät kirjanpitoon ilman nimeäsi, eikä tilausta voi enää seurata.",
  phone: "Puhelinnumerosi",
  whyPhone: "Sama numero, jonka annoit tilauksessa.",
  export: "Lataa tiedot",
  erase: "Poista tiedot",
  required: "Tämä kenttä on pakollinen.",
  wrongPhone: "Numero ei ole tilauksessa annettu numero.",
  nothing: "Tiedot on jo poistettu.",
  early: "Tilaus on vielä kesken. Yritä uudelleen, kun se on valmis.",
  tooMany: "Yritit liian monta kertaa. Odota hetki ja yritä uudelleen.",
  failed: "Ei onnistunut. Yritä uudelleen.",
  done: { export: "Tiedosto on ladattu.", erase: "Tiedot on poistettu." },
} as const;

/** To a guest who has ordered. */
export const ACCOUNT_OFFER = {
  title: "Tilaa ensi kerralla nopeammin",
  text: "Nimesi, numerosi ja osoitteesi ovat jo tässä. Anna salasana, niin ne odottavat tililläsi.",
  go: "Luo tili",
} as const;
