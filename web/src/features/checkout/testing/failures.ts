/** What pricing, placing and paying can refuse (ordering §8), in the words that a person reads. */
import type { MessageCode } from "../../../api/wire";
import { answer as PAYMENT_ERRORS } from "../../../testing/fixtures/paymentErrors.gen";

/** What the server calls the line that it speaks of. */
export const NAME = "Tuote 3001";

type Family = "cart" | "shop" | "preorder" | "delivery" | "product" | "alcohol" | "campaign" | "payment";
/** What the cart's own answers can hold; `request/…` and what belongs to other pages is not among it. */
export type CartCode = Exclude<
  Extract<MessageCode, `${Family}/${string}`>,
  | "shop/not-found"
  | "delivery/address-unknown"
  | "campaign/not-found"
  | Extract<MessageCode, `payment/${string}`>
>;

/** How the catalogue has a message shown. */
export const KIND = { M: 0, B: 1, N: 2 } as const;
/** What a message speaks of: the whole, a line that stays, one that went, or a code that went. */
type About = "whole" | "line" | "gone" | "code" | "kept-code" | "warning";

/** A message: how it is shown, what it speaks of, and its words. */
export interface Told {
  kind: keyof typeof KIND;
  about: About;
  words: string;
}

const M = (about: About, words: string): Told => ({ kind: "M", about, words });
const B = (about: About, words: string): Told => ({ kind: "B", about, words });
const N = (about: About, words: string): Told => ({ kind: "N", about, words });

const FEE_CHANGED = "Kuljetusmaksu on muuttunut. Tarkista se ja yritä uudelleen.";
const PREORDER = "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.";
/** Said of a line that had to go. */
export const PUT_AWAY = `Virhe: Tuote ${NAME} poistettu korista`;
export const INCORRECT = `Tapahtui virhe. Tuote "${NAME}" poistettu ostoskorista.`;

/** Each code of a priced cart, with the server's words and where they belong. */
export const CART: Record<CartCode, Told> = {
  "cart/empty": N("whole", "Ostoskorisi on tyhjä."),
  "shop/offline": B("whole", "Ravintola on suljettu"),
  "shop/not-online": B("whole", "Väliaikaisesti ei verkkokauppatilauksia"),
  "shop/delivery-method-not-available": B("whole", "Väliaikaisesti ei kuljetusta"),
  "preorder/time-not-valid": B("whole", PREORDER),
  "preorder/too-soon": B("whole", "Valitsemasi aika on liian lähellä. Valitse myöhempi aika."),
  "shop/delivery/not-possible-at-the-time": N("whole", "Väliaikaisesti ei kuljetusta"),
  "preorder/not-available": B("whole", PREORDER),
  "shop/is-closed": N(
    "whole",
    "Valitettavasti valitsemasi ravintola ei ole enää auki. Valitse toinen ravintola ja yritä uudelleen.",
  ),
  "shop/delivery/outside-of-range": B("whole", "Osoitteesi on liian kaukana hakemastasi ravintolasta."),
  "delivery/price-token-expired": N("whole", FEE_CHANGED),
  "delivery/price-token-invalid": N("whole", FEE_CHANGED),
  "product/not-found": M("gone", "Tuotetta ei löydy"),
  "product/not-in-shop-menu": M("gone", PUT_AWAY),
  "product/not-in-default-menu": M("gone", PUT_AWAY),
  "product/incorrect": M("gone", INCORRECT),
  "product/ingredients-incorrect": M("gone", INCORRECT),
  "product/not-sold-at-time": M("line", `Tuote ${NAME} ei ole myynnissä valitsemanasi ajanhetkenä.`),
  "product/out-of-stock": M("line", `Tuote ${NAME} on loppu valitusta ravintolasta.`),
  "product/modification-not-allowed": M("line", `Tuotetta ${NAME} ei voi muokata näin.`),
  "product/min-max-invalid-quantity": M("line", `Tuotteen ${NAME} täytteiden määrä ei kelpaa.`),
  "product/no-dough": M("line", "Valitse pohja."),
  "product/monster-needs-dip": M("line", "Valitse dippi."),
  "product/required-ingredients-missing": M("line", `Tuotteesta ${NAME} puuttuu pakollinen valinta.`),
  "product/not-enough-ingredients": M("line", "Valitse ainakin yksi täyte!"),
  "product/too-many-ingredients": M("line", "Tuotteessa ei voi olla enemmän kuin 20 täytettä"),
  "product/contains-allergen": B("warning", `Tuotteessa ${NAME} on: maito.`),
  "alcohol/no-delivery": B("line", "Emme kuljeta alkoholia toistaiseksi."),
  "alcohol/not-allowed": M("gone", "Alkoholia voi tilata vain kirjautunut 18 vuotta täyttänyt."),
  "campaign/not-active": B("code", "Tarjous ei ole enää voimassa."),
  "campaign/lunch": B("code", "Tarjous on voimassa arkisin vain klo 14 jälkeen."),
  "campaign/not-valid-at-the-time": B(
    "code",
    "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista.",
  ),
  "campaign/login-required": B("code", "Liity Kotijoukkoihin tai kirjaudu sisään."),
  "campaign/temporarily-not-active": B("code", "Tarjous ei ole juuri nyt käytössä."),
  "campaign/delivery-only": B("code", "Tarjous on voimassa vain kuljetuksille."),
  "campaign/exclusive": B("code", "Tarjousta ei voi yhdistää muihin tarjouksiin."),
  "campaign/not-applicable": B("code", "Tarjous ei sovi tähän tilaukseen."),
  "campaign/generic": B("code", "Tarjousta ei voitu käyttää."),
  "campaign/dynamic-message": B("code", "Noutajan etu kuuluu sille, joka hakee pizzansa itse."),
  "campaign/code-not-found": B("code", "Kampanjakoodia ei löydy."),
  "campaign/personal-code-invalid": B("code", "Koodia ei löydy tai se on jo käytetty."),
  "campaign/limit-reached": B("code", "Kampanjakoodi on käytetty loppuun."),
  "campaign/too-many-attempts": B("code", "Liian monta yritystä. Odota hetki ja yritä uudelleen."),
  "campaign/minimum-order": N("kept-code", "Ilmaiseen kuljetukseen puuttuu vielä 1,60 €."),
  "campaign/preorder-not-allowed": N("kept-code", "Tarjous ei koske ennakkotilauksia."),
  "campaign/payment-method": N("kept-code", "Tarjous ei ole voimassa valitulla maksutavalla."),
  "campaign/offer-toppings-limit": B("warning", "Tarjoushinta koskee enintään kahta täytettä."),
};

/** What placing alone can answer. */
type PlacingCode =
  | "delivery/address-unknown"
  | "order/duplicate"
  | "order/phone-needed"
  | "payment/method-not-available"
  | "payment/login-required"
  | "payment/method-not-allowed-with-alcohol"
  | "payment/klarna-alcohol"
  | "payment/gift-card-combination"
  | "payment/split-not-allowed"
  | "payment/gift-card-invalid"
  | "payment/complementary-method-missing"
  | "payment/too-many-attempts"
  | "request/too-many";

const COMBINATION = "Lahjakorttia ei voi yhdistää tähän maksutapaan.";
export const PLACING: Record<PlacingCode, string> = {
  "delivery/address-unknown":
    "Häh, emme tunnista osoitettasi. Huomaathan, että rappu tai asunto tulee omaan kenttäänsä.",
  "order/duplicate": "Duplicate order within threshold detected",
  "order/phone-needed": "Soita tilauksesi ravintolaan: +358 9 000 0000.",
  "payment/method-not-available": "Virhe maksutavan valinnassa. Yritä uudelleen.",
  "payment/login-required": "Kirjaudu sisään",
  "payment/method-not-allowed-with-alcohol": "Alkoholitilausta ei voi maksaa tällä maksutavalla.",
  "payment/klarna-alcohol": "Klarna-tilaus ei saa sisältää alkoholituotteita.",
  "payment/gift-card-combination": COMBINATION,
  "payment/split-not-allowed": COMBINATION,
  "payment/gift-card-invalid": "Lahjakortin tiedot eivät kelpaa.",
  "payment/complementary-method-missing": "Lahjakortti ei riitä. Valitse toinen maksutapa rinnalle.",
  "payment/too-many-attempts": "Liian monta yritystä. Odota hetki ja yritä uudelleen.",
  "request/too-many": "Liian monta yritystä. Odota hetki ja yritä uudelleen.",
};

/** What a person who turned back is told on the way, and not beside the button. */
const TURNED_BACK = "cancelled";

/** Each wording of the server's payment codes from one to another, once (ordering §8). */
export function payingOf(from: number, to: number): [code: number, words: string][] {
  const words = new Map(
    PAYMENT_ERRORS.filter(({ errorCode, errorKey }) => isIn(errorCode, from, to) && errorKey !== TURNED_BACK)
      .toReversed()
      .map(({ errorCode, message }) => [message, errorCode]),
  );
  return [...words].map(([message, errorCode]) => [errorCode, message]);
}

/** The names of the payment codes from one to another. */
export function keysOf(from: number, to: number): string {
  const named = PAYMENT_ERRORS.filter(({ errorCode }) => isIn(errorCode, from, to));
  return named.map(({ errorKey }) => errorKey).join(" ");
}

function isIn(code: number, from: number, to: number): boolean {
  return code >= from && code <= to;
}
