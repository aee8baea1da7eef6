/** What the shop's state tells a person by itself; all else is worded by the server. */
import { type ClientCode, DISPLAY, type ShopProblem } from "./errors/problem";

/** ER-33. */
export const UNEXPECTED_FAILURE = browsers("queue/failed", "Tapahtui odottamaton virhe", DISPLAY.modal);

/** PR-14, PR-21: the server spoke of what was never sent. */
export const ITEM_UNEXPECTED = { ...UNEXPECTED_FAILURE, messageCode: "order-item-unexpected" } as const;
export const CODE_UNEXPECTED = { ...UNEXPECTED_FAILURE, messageCode: "promotion-code/unexpected" } as const;

/** CA-59. */
export const PROMOTION_CODE_ALREADY_ADDED = browsers(
  "promotion-code/already-added",
  "Kampanjakoodi on jo lisätty",
  DISPLAY.banner,
);

/** More codes than the server reads. */
export const TOO_MANY_CODES = browsers(
  "promotion-code/too-many",
  "Tilauksessa voi käyttää enintään viittä kampanjakoodia.",
  DISPLAY.banner,
);

/** More lines than the server reads. */
export const TOO_MANY_LINES = browsers(
  "order-items/too-many",
  "Ostoskoriin mahtuu enintään 50 eri tuotetta.",
  DISPLAY.modal,
);

/** PD-63: of a line that another tab or the server has taken away meanwhile. */
export const LINE_MISSING = browsers(
  "order-item-missing",
  "Tuotetta ei löytynyt tilauksesta",
  DISPLAY.banner,
);

/** PR-11. */
export const DELIVERY_FEE_CHANGED = browsers(
  "delivery/fee-changed",
  "Kuljetusmaksu on muuttunut.",
  DISPLAY.banner,
);

/** ER-20, ER-21. */
export function notFoundCombined(names: readonly string[]): ShopProblem {
  const problem = browsers("product/not-found-combined", "Tuotetta ei löydy", DISPLAY.modal);
  return {
    ...problem,
    metadata: {
      description: "Jouduimme poistamaan ostoskoristasi tuotteet, joita ei ole juuri nyt saatavilla:",
      invalidOrderNames: names,
    },
  };
}

/** ER-32, of a line that the server sent back with something else on it. */
export function ingredientMismatch(name: string): ShopProblem {
  const text = `Tapahtui virhe. Tuote "${name}" poistettu ostoskorista.`;
  return browsers("order-item-ingredients", text, DISPLAY.modal);
}

/** ER-31, of a line that the server left out without a word. */
export function itemGone(name: string): ShopProblem {
  return browsers("order-item-gone", `Virhe: Tuote ${name} poistettu korista`, DISPLAY.modal);
}

/** ER-22. */
export function quantityAndName(quantity: number, name: string): string {
  return `${quantity} × ${name}`;
}

/** A problem that the browser words by itself. */
export function browsers(messageCode: ClientCode, message: string, displayKind: number): ShopProblem {
  return { messageCode, message, displayKind, metadata: {} };
}
