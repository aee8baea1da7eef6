import type { OrderType } from "../../api/wire";
import { counted } from "../../lib/plural";
import type { ContactFault, ContactField } from "../../shop/checkout/contactRules";
import type { Hindrance, MethodGroup } from "../../shop/checkout/methods";

/** What the customer reads in the cart and on the way back from paying. Fixed texts stand letter for letter. */

export const PAGE = {
  title: "Ostoskori",
  toShop: "Takaisin ostoksille",
  empty: "Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla.",
  toMenu: "Ruokalistalle",
} as const;

/** What one agrees to by ordering. */
export const LAW = {
  before: "Kun tilaat, hyväksyt",
  terms: "käyttöehdot",
  and: "ja olet lukenut, miten käsittelemme",
  privacy: "tietojasi",
} as const;

export const WHERE = {
  title: "Toimitus",
  chooseFirst: "Ole hyvä ja valitse ensin ravintola!",
  choose: "Valitse toimitustapa ja ravintola",
  edit: "muokkaa",
  editLabel: "Muokkaa toimitustapaa",
  ready: {
    delivery: (minutes: number) => `Ovella noin ${minutes}\u00a0min kuluttua`,
    pickup: (minutes: number) => `Noudettavissa noin ${minutes}\u00a0min kuluttua`,
    eatin: (minutes: number) => `Pöydässä noin ${minutes}\u00a0min kuluttua`,
  } satisfies Record<OrderType, (minutes: number) => string>,
} as const;

export const LINES = {
  title: (count: number) => counted(count, "tuote", "tuotetta"),
  edit: "Muokkaa",
  editFillings: "Muokkaa täytteitä",
  more: (name: string) => `Lisää määrää: ${name}`,
  less: (name: string) => `Vähennä määrää: ${name}`,
  remove: (name: string) => `Poista: ${name}`,
  removed: (name: string) => `${name} poistettiin.`,
  undo: "Kumoa",
  combo: "Yhteistarjous",
  removeCombo: (name: string) => `Poista tarjous: ${name}`,
  clear: "Tyhjennä ostoskori",
} as const;

export const CODES = {
  title: "Kampanjakoodi",
  label: "Kampanjakoodi",
  add: "Lisää",
  remove: (code: string) => `Poista koodi ${code}`,
  held: "Käytössä olevat koodit",
  /** What the server took out again, with why. */
  fallen: "Poistuneet koodit",
  gone: (code: string) => `Koodi ${code} ei ole enää käytössä`,
  forget: (code: string) => `Piilota tieto koodista ${code}`,
} as const;

export const EXTRAS = {
  title: "Kruunaa tilaus",
  add: "Lisää",
  addLabel: (name: string) => `Lisää: ${name}`,
  price: (size: string, price: string) => `${size}, ${price}`,
  cheaper: (price: string) => `${price} edullisemmin tilauksesi kanssa`,
  logIn: "Kirjaudu ja hyödynnä etu",
  /** PD-37. */
  join: "Liity Kotijoukkoihin",
  birthDate: "Täysi-ikäinen? Kerro syntymäaikasi, niin näet myös alkoholijuomat.",
  birthDateLink: "Lisää syntymäaika",
  loyalty: "Kerrytä slaisseja: joka yhdeksännestä saat pizzan.",
  loyaltyLink: "Kirjaudu sisään",
  /** CA-73. */
  slices: (count: number) => `Tästä tilauksesta saat ${count}\u00a0${count === 1 ? "slaissin" : "slaissia"}.`,
  alcoholGuest: "Täysi-ikäinen? Kirjautuneena näet myös alkoholijuomat.",
  alcohol: "Alkoholit",
  alcoholDone: "Valmi",
} as const;

export const CONTACT = {
  title: "Yhteystiedot",
  name: "Nimi",
  phone: "Puhelin",
  email: "Sähköposti",
  /** Of who orders by telephone. */
  emailIfAny: "Sähköposti (valinnainen)",
  driver: "Lisätiedot kuljettajalle",
  driverHint: "Esim. ovikoodi, kerros, yritys, kontaktiton toimitus",
  emailPermission: "Tarjouksia saa lähettää sähköpostiin",
  smsPermission: "Tarjouksia saa lähettää tekstiviestillä",
  withoutPackaging: "Ilman pakkausta",
  withoutPackagingDetail: "Kuljettaja tuo pizzan lämpölaukussa, laatikko jää pois.",
} as const;

export const FIELD_NAMES: Record<ContactField, string> = {
  name: "nimi",
  phone: "puhelin",
  email: "sähköposti",
  address: "osoite",
};

const REQUIRED = "Tämä kenttä on pakollinen.";
const DEFAULT = "Virheellinen arvo.";

/** CK-24 to CK-29. */
export const FAULTS: Record<ContactField, Record<ContactFault, string>> = {
  name: { required: REQUIRED, short: DEFAULT, long: DEFAULT, invalid: DEFAULT },
  phone: {
    required: REQUIRED,
    short: "Antamasi puhelinnumero on liian lyhyt",
    long: "Antamasi puhelinnumero on liian pitkä",
    invalid: "Antamasi puhelinnumero on virheellinen",
  },
  email: {
    required: REQUIRED,
    short: DEFAULT,
    long: DEFAULT,
    invalid: "Antamasi sähköposti on virheellinen.",
  },
  address: { required: REQUIRED, short: DEFAULT, long: DEFAULT, invalid: DEFAULT },
};

export const METHODS = {
  title: "Valitse maksutapa",
  loading: "Haetaan maksutapoja",
  restaurantFirst: "Näet maksutavat, kun ravintola on valittu.",
  failed: "Maksutapoja ei saatu haettua.",
  retry: "Yritä uudelleen",
  bank: "Pankki",
  required: "Valitse maksutapa.",
  bankRequired: "Valitse pankki.",
  remember: "Valitse tämä valmiiksi ensi kerralla",
  notRemembered: "Valintaa ei saatu tallennettua. Yritä uudelleen.",
  part: "Maksa osa lahjakortilla",
  cardNumber: "Lahjakortin numero",
  cardPin: "PIN-koodi",
  cardRequired: "Kirjoita lahjakortin numero ja PIN-koodi.",
  onsite: "Maksat ravintolassa, kun noudat tai syöt. Käteinen ja kortti käyvät.",
  klarna: (days: number) => `Maksat ${days} päivän kuluessa. Klarna kysyy henkilötunnuksesi.`,
  edenred: "Maksat Edenred-saldollasi.",
} as const;

export const METHOD_GROUPS: Record<MethodGroup, string> = {
  creditCard: "Kortti",
  mobile: "Mobiilimaksut",
  bank: "Verkkopankki",
  payLater: "Maksa myöhemmin",
  lunchBenefit: "Lounasetu",
  giftCard: "Lahjakortti",
  others: "Muut",
};

export const HINDRANCES: Record<Hindrance, string> = {
  "log-in": "Kirjaudu sisään",
  alcohol: "Alkoholitilausta ei voi maksaa tällä maksutavalla.",
  "klarna-alcohol": "Klarna-tilaus ei saa sisältää alkoholituotteita.",
  "gift-card": "Lahjakorttia ei voi yhdistää tähän maksutapaan.",
};

export const SUMMARY = {
  title: "Kassa",
  goods: "Tuotteet",
  discounts: "Alennukset",
  delivery: "Kuljetus",
  deliveryDiscount: "Kuljetuksen alennus",
  serviceFee: "Palvelumaksu",
  phoneFee: "Puhelintilausmaksu",
  total: "Yhteensä",
  prepaid: "Maksettu etukäteen",
  payable: "Maksettavaa",
  vat: (percent: string) => `Sisältää ALV ${percent}`,
  pending: "Hinta päivittyy",
  why: "Miksi tämä hinta?",
  whyFailed: "Erittelyä ei saatu haettua. Yritä uudelleen.",
  others: "Muut",
} as const;

/** The steps of a price, as the server names them. */
export const STEPS: Record<string, string> = {
  base: "Perushinta",
  lunch: "Lounashinta",
  extra: "Lisätäyte",
  slot: "Valinta",
  "free-dose": "Maksuton annos",
  included: "Hintaan kuuluvat täytteet",
  minimum: "Vähimmäishinta",
  combo: "Yhteistarjous",
  campaign: "Tarjous",
  spread: "Alennuksen osuus",
  delivery: "Kuljetus",
  "free-delivery": "Ilmainen kuljetus",
  "without-packaging": "Ilman pakkausta",
  "phone-fee": "Puhelintilausmaksu",
  "service-fee": "Palvelumaksu",
  prepaid: "Maksettu etukäteen",
};

/** CA-16, CA-17. */
export const DEMO = {
  title: "Kehittäjälle",
  fill: "Täytä tilaus",
  sums: "Summat sellaisina kuin palvelin ne lähetti",
} as const;

export const SEND = {
  pay: (sum: string) => `Maksa ${sum}`,
  order: (sum: string) => `Tilaa ${sum}`,
  sending: "Lähetetään tilausta",
  missing: (what: readonly string[]) => `Puuttuu vielä: ${what.join(", ")}.`,
  restaurant: "ravintola",
  method: "maksutapa",
  bank: "pankki",
  giftCard: "lahjakortin tiedot",
  tooSoon: "Duplicate order within threshold detected",
  tooSoonNext: "Teit juuri tilauksen. Odota kymmenen sekuntia ja yritä uudelleen.",
  invalid: "Tarkista ostoskori: siinä on jotain, mitä ei voi tilata nyt.",
  priceChanged: (sum: string) => `Tilauksen hinta on muuttunut. Uusi summa on ${sum}. Tilataanko silti?`,
  cardHoldsLess: (sum: string) =>
    `Lahjakortilla voi maksaa nyt enää ${sum}. Loput maksat valitsemallasi maksutavalla. Tilataanko silti?`,
  changed: "Ostoskori muuttui toisessa välilehdessä. Tarkista se ja yritä uudelleen.",
  away: "Yhteys ei toimi. Tilausta ei lähetetty, ja ostoskorisi on tallessa.",
  unsure: "Yhteys katkesi kesken. Yritä uudelleen: samaa tilausta ei tehdä kahdesti.",
  unknownRestaurant: "Virhe ravintolan aukioloaikojen tarkistamisessa. Yritä uudelleen.",
  unchecked: "Virhe tilauksen tarkistamisessa. Yritä hetken kuluttua uudelleen.",
  failed: "Virhe tilauksen lähettämisessä. Yritä hetken kuluttua uudelleen.",
  received: "Tilauksesi on vastaanotettu.",
  receivedEarlier: "Edellinen tilauksesi meni perille. Jos haluat tilata tämänkin, paina uudelleen.",
  follow: "Seuraa tilausta",
  notPaid: "Maksu ei onnistunut",
  tryOther: "Yritä uudelleen tai kokeile toista maksutapaa",
} as const;

export const RESULT = {
  title: "Tarkistamme maksua.",
  slow: "Tässä kestää. Vahvistus tulee sähköpostiin.",
  follow: "Seuraa tilausta",
  lateTitle: "Linkki tilaukseesi on vahvistuksessa.",
  late: "Lähetimme vahvistuksen sähköpostiisi. Pääset siitä seuraamaan tilausta.",
  home: "Etusivulle",
  cancelled: "Maksu peruttu",
  cancelledNext: "Ostoskorisi on tallessa. Yritä uudelleen.",
  failed: "Maksu ei onnistunut",
  failedNext: "Yritä uudelleen tai kokeile toista maksutapaa",
} as const;
