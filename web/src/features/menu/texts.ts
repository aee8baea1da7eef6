import type { ComboView, OrderType } from "../../api/wire";
import { counted } from "../../lib/plural";

/** Texts of the menu. */
export const MENU = {
  title: "Ruokalista",
  categories: "Tuoteryhmät",
  loading: "Haetaan ruokalistaa",
  failed: "Ruokalista ei auennut. Tarkista yhteytesi ja yritä uudelleen.",
  retry: "Yritä uudelleen",
  empty: "Tällä ravintolalla ei ole juuri nyt mitään listalla.",
  otherShop: "Valitse toinen ravintola",
} as const;

/** The line that says where the order goes. */
export const ADDRESS_LINE = {
  choose: "Valitse toimitustapa",
  chooseLead: "Hinnat vaihtelevat ravintoloittain.",
  edit: "Muokkaa",
  editLabel: "Muokkaa toimitustapaa",
  start: "Valitse",
  region: "Toimitustapa",
  /** How long it takes, by how it is ordered. */
  estimate: {
    delivery: (minutes: number) => `ovella noin ${minutes}\u00a0min`,
    pickup: (minutes: number) => `noudettavissa noin ${minutes}\u00a0min`,
    eatin: (minutes: number) => `pöydässä noin ${minutes}\u00a0min`,
  } satisfies Record<OrderType, (minutes: number) => string>,
  /** What goes without saying beside how long it takes, or why nothing is taken. */
  usual: ["Avoinna", "Suljettu"] as readonly string[],
  preorder: (time: string) => `${time}, ennakkotilaus`,
  saved: (place: string) => `Valinnat tallennettu: ${place}`,
} as const;

/** The filters. */
export const FILTER = {
  tags: "Rajaa ruokalistaa",
  none: "Ei tuotteita rajauksella",
  clear: "poista rajaus",
  matches: (count: number) => counted(count, "tuote", "tuotetta"),
  allergens: "Allergeenit",
  avoiding: (count: number) => `Allergeenit, vältettäviä ${count}`,
  allergensLead:
    "Merkitse, mitä vältät. Kerromme kortissa, missä sitä on, ja keittiö näkee merkinnän tilauksesta.",
} as const;

/** The tiles above the menu. */
export const PROMO = {
  row: "Poimintoja",
  coupons: "Kupongit",
  couponsLead: "Iltoihin ja viikonloppuihin",
  reorder: "Tilaa uudelleen",
  reorderLead: "Sama kuin viimeksi",
  /** Why a combo cannot be had now, in a tile's few words; its page says it whole. */
  reasons: {
    OK: null,
    NOT_ACTIVE: "Ei enää voimassa",
    NOT_VALID_DURING_LUNCH: "Voimassa lounasajan jälkeen",
    NOT_VALID_AT_THE_TIME: "Ei voimassa juuri nyt",
    NOT_VALID_NOT_LOGGED_IN: "Kirjautuneille",
  } satisfies Record<ComboView["availability"]["result"], string | null>,
} as const;

/** The bar that leads to the cart. */
export const CART_BAR = {
  count: (count: number) => counted(count, "tuote", "tuotetta"),
  label: (count: number, total: string) =>
    `Ostoskoriin: ${counted(count, "tuote", "tuotetta")}, ${total} ilman kuljetusta`,
  pending: "lasketaan",
} as const;

/** Of a free delivery; what it lacks the server says. */
export const FREE_DELIVERY = {
  free: "Kuljetus on ilmainen.",
  failed: "Kuljetuskampanjoiden tarkistuksessa tapahtui virhe. Yritä hetken kuluttua uudestaan.",
  join: "Liity Kotijoukkoihin tai kirjaudu sisään.",
} as const;

/** What is shown over the menu. */
export const OVERLAY = {
  loading: "Haetaan tuotetta",
  offline: "Yhteys ei toimi. Tuote aukeaa heti, kun yhteys palaa.",
  missingTitle: "Tuotetta ei löydy",
} as const;

/** Ordering again (RO-01). */
export const REORDER = {
  title: "Tilaa uudelleen",
  guest: "Kirjaudu sisään, niin näet aiemmat tilauksesi ja saat saman koriin yhdellä painalluksella.",
  signIn: "Kirjaudu sisään",
  loading: "Haetaan tilauksia",
  failed: "Tilauksia ei saatu haettua.",
  retry: "Yritä uudelleen",
  /** AC-12. */
  none: "Ei vielä tilauksia",
  noneLeft: "Mitään aiemmista tilauksistasi ei saa enää sellaisenaan.",
  toMenu: "Ruokalistaan",
  /** RO-02. */
  placed: (date: string) => `Tilattu ${date}`,
  add: "Lisää",
  addAll: "Lisää kaikki koriin",
  addToCart: "Lisää koriin",
  addItem: (name: string, placed: string) => `Lisää koriin: ${name}, ${placed}`,
  addOrder: (words: string, placed: string) => `${words}: ${placed}`,
  /** RO-03, letter for letter. */
  done: "Valmi",
} as const;

/** Two for the price of one (MN-27). */
export const TWO_FOR_ONE = {
  title: "Osta kaksi, maksa yksi",
  lead: "Kaksi normaalikokoista pizzaa yhden hinnalla. Halvemman tarjoamme me.",
} as const;
