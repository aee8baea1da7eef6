import { euros } from "../../lib/money";
import { counted } from "../../lib/plural";

/** Header, sheet and footer of the shop. */
export const SHELL = {
  main: "Päävalikko",
  menu: "Ruokalista",
  own: "Tee oma pizza",
  restaurants: "Ravintolat",
  loyalty: "Kotijoukot",
  coupons: "Kupongit",
  open: "Avaa valikko",
  sheet: "Valikko",
  categories: "Mitä tekisi mieli?",
  search: "Haku",
  find: "Etsi ravintola",
  contact: "Ota yhteyttä",
  account: "Oma tili",
  signIn: "Kirjaudu sisään",
  favourite: "Suosikkitilaus koriin",
  chooseFavourite: "Valitse suosikkitilaus",
  notices: "Tiedotteet",
  closeNotice: "Sulje tiedote",
} as const;

/** What the cart's link says to readers: in the order in which it is seen, so that who says what they see is understood. */
export function cartLabel(count: number, total: number | null): string {
  if (count === 0) return "Ostoskori on tyhjä";
  const price = total === null ? "" : `${euros(total)}, `;
  return `Ostoskori, ${price}${counted(count, "tuote", "tuotetta")}`;
}

/** What went wrong with the order, in a bar or a dialog. */
export const PROBLEM = {
  closeBanner: "Sulje virheilmoitus",
  closeModal: "Sulje virheikkuna",
  close: "Sulje",
};

/** While there is no network. */
export const OFFLINE = {
  kept: "Yhteys katkesi. Ostoskorisi on tallessa, ja jatkamme heti, kun yhteys palaa.",
  pending: "Yhteys ei toimi. Sivu aukeaa heti, kun yhteys palaa.",
} as const;

/** The campaign's code over the header. */
export const CAMPAIGN = {
  takeCode: (code: string) => `Ota käyttöön: ${code}`,
  held: " on käytössä",
} as const;
