/** Where signing in leads, whoever has written the way back. */
import { loyaltyOf } from "../api/loyalty";
import type { UserSession } from "../api/wire";
import { readText, thisTab } from "../lib/textStorage";
import {
  BIRTH_DATE_PATH,
  ENDED,
  MEMBER_PATH,
  ORIGIN,
  REGISTER_PATH,
  RETURN,
  TERMS_PATH,
  WORK_PATH,
} from "./signInPath";
import { CALL_CENTRE } from "./session";

const HOME = "/";

/** Whether one was led here because a session has ended. */
export function hasEnded(query: URLSearchParams): boolean {
  return query.has(ENDED);
}

/** The longest path that is led back to, in characters. */
const LONGEST = 200;
const PRINTABLE = /^\/[!-~]*$/;
const CALLS = /^\/(api|kirjaudu|rekisteroidy)(\/|$)/i;

/** Whether a path is one of ours that may be led back to, whoever has written it (docs/spec/people.md, "Login"). */
export function isOwnPath(path: string): boolean {
  if (path.length > LONGEST || !PRINTABLE.test(path) || path.includes("//") || path.includes("\\"))
    return false;
  const { origin } = window.location;
  if (!URL.canParse(path, origin)) return false;
  const parsed = new URL(path, origin);
  if (parsed.origin !== origin) return false;
  // Pages are found by their names as browsers read them.
  return ![path, parsed.pathname, decoded(parsed.pathname)].some((one) => CALLS.test(one));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "/api";
  }
}

/** The page that was asked for by name, e.g. by one of the staff's; `null` where none was. */
export function askedPath(query: URLSearchParams): string | null {
  const path = query.get(RETURN);
  return path !== null && isOwnPath(path) ? path : null;
}

/** Where signing in leads: first what is still to be done, then where one came from (docs/spec/people.md, "Login"). */
export function pathAfterSignIn({ user, roles }: UserSession, asked: string | null = null): string {
  // Who was sent here from a page of the staff's goes on there.
  if (roles.length > 0 && asked !== null) return asked;
  if (user === null) return roles.length > 0 ? WORK_PATH : REGISTER_PATH;
  if (!user.acceptedTerms) return TERMS_PATH;
  if (user.customerSegment === CALL_CENTRE) return HOME;
  if (user.showLoyaltySignUpPage && !user.birthDateSet) return BIRTH_DATE_PATH;
  if (loyaltyOf(user)?.showWelcomeModal === true) return MEMBER_PATH;
  const origin = readText(ORIGIN, thisTab);
  return asked ?? (origin !== null && isOwnPath(origin) ? origin : HOME);
}
