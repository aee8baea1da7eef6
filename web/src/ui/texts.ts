import type { OrderType } from "../api/wire";

/** What the parts that all pages share say. */

/** How the page hears of changes. */
export const CONNECTION = {
  live: "Suora seuranta",
  polling: "Päivittyy 30\u00a0s välein",
  offline: "Ei yhteyttä",
  ended: "Seuranta päättyi",
} as const;

/** What the button to another theme says. */
export const THEME = { dark: "Tumma teema", light: "Vaalea teema" } as const;

export const FRAME = {
  skip: "Siirry sisältöön",
  home: "Ovelle, etusivulle",
  foot: "Ovelle · Uunista ovelle",
} as const;

/** What was ordered, and what it costs. */
export const ITEMS = {
  /** Before the allergens, on each page and in the receipt. */
  avoided: "Vältettävä:",
  withoutPackaging: "Ilman pakkausta",
  each: (price: string) => `${price} / kpl`,
  price: "Hinta",
  before: "Ennen alennusta",
  /** Of the products alone: what else was charged the payload does not say. */
  total: "Tuotteet yhteensä",
} as const;

/** The allergens in the order of the law, as one says them. */
export const ALLERGENS: Readonly<Record<string, string>> = {
  gluten: "gluteeni",
  crustaceans: "äyriäiset",
  eggs: "kananmuna",
  fish: "kala",
  peanuts: "maapähkinä",
  soybeans: "soija",
  milk: "maito",
  nuts: "pähkinät",
  celery: "selleri",
  mustard: "sinappi",
  sesame: "seesami",
  sulphites: "sulfiitit",
  lupin: "lupiini",
  molluscs: "nilviäiset",
};

/** How an order reaches its eater, in words; every feature that names an order shows these. */
export const ORDER_TYPES: Record<OrderType, string> = {
  delivery: "Kuljetus",
  pickup: "Nouto",
  eatin: "Paikan päällä",
};

export const STAIRWELL = "Tilauksen vaiheet";
/** Added to a window whose stage was passed over. */
export const SKIPPED = " ei tietoa";

/** The windows of the stairwell: an order that is fetched has no way to go. */
export const WINDOWS: Record<OrderType, readonly string[]> = {
  delivery: ["Tilattu", "Keittiö", "Uuni", "Matka", "Ovi"],
  pickup: ["Tilattu", "Keittiö", "Uuni", "Tiski"],
  eatin: ["Tilattu", "Keittiö", "Uuni", "Tiski"],
};

/** A dialog's way out. */
export const MODAL = { close: "Sulje" } as const;

/** What an address that leads to nothing says, letter for letter (SH-04). */
export const NOT_FOUND = {
  title: "Sivua ei löydy",
  text: "Kaikkea muuta maukasta kyllä löytyy.",
  home: "Etusivulle",
} as const;
