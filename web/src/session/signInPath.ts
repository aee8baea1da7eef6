/** Where one signs in, and how one comes back from there. */
import { BIRTH_DATE_PATH, REGISTER_PATH, SIGN_IN_PATH } from "../lib/signInPaths";
import { thisTab, writeText } from "../lib/textStorage";

export { BIRTH_DATE_PATH, REGISTER_PATH, SIGN_IN_PATH };
/** Where one agrees to the terms. */
export const TERMS_PATH = "/hyvaksy-kayttoehdot";
/** Where one asks for a link to a new password. */
export const FORGOTTEN_PATH = "/unohditko-salasanasi";
/** What the loyalty programme is, for who is no member. */
export const LOYALTY_PATH = "/kotijoukot";
/** A member's card, wheel and codes. */
export const MEMBER_PATH = "/minun-kotijoukot";
/** Where one's own data, orders and addresses are. */
export const ACCOUNT_PATH = "/asiakastili";
/** Where the staff find their work places. */
export const WORK_PATH = "/tyo";
/** Where they set up a second factor. */
export const SECOND_FACTOR_PATH = "/tyo/vahvistuskoodi";
/** With this in its query the page for an account takes what a guest's order said already. */
export const OF_ORDER = "tilauksesta";
/** In the query of the sign-in page: the page that asked for it. */
export const RETURN = "paluu";
/** In its query where a session has ended. */
export const ENDED = "istunto";
/** Under this name a tab keeps where one was before one went to sign in. */
export const ORIGIN = "ovelle.origin";

/** The sign-in page that leads back to `path`; it says so where a session has `ended`. */
export function signInPath(path: string, ended = false): string {
  const query = new URLSearchParams({ [RETURN]: path, ...(ended && { [ENDED]: "paattyi" }) });
  return `${SIGN_IN_PATH}?${query.toString()}`;
}

/** Pages on the way in: nobody is led back to them. */
const WAYS_IN = [
  "/kirjaudu",
  "/rekisteroidy",
  "/unohditko-salasanasi",
  "/vaihda-salasana",
  "/vahvista-sahkoposti",
  "/hyvaksy-kayttoehdot",
  "/tyo",
];

/** Whether a page is one on the way in. */
export function isWayIn(pathname: string): boolean {
  return WAYS_IN.some((way) => pathname === way || pathname.startsWith(`${way}/`));
}

/** Remembers where one is, so that signing in leads back there (LG-20); whether it may is judged on the way back. */
export function keepOrigin(path: string): void {
  writeText(ORIGIN, path, thisTab);
}
