/** Who is signed in with this browser, as the server says it; asked for once per load and kept for every page. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { get, send } from "../api/client";
import type { UserSession } from "../api/wire";
import { takesScripts } from "../lib/pageDocument";
import { readText, removeText, writeText } from "../lib/textStorage";
import { hint, type SessionHints } from "./hints";
import { HERE, isSomebodyExpected, SESSION } from "./session";

/** Nobody. */
export const NOBODY: UserSession = { user: null, roles: [] };

/** What is read of one's own account stands in the cache under this, and goes with the session. */
export const ACCOUNT = ["account"] as const;
const STAFF = "staff";
/** Who of the staff is signed in, in their own words. */
export const STAFF_ME = [STAFF, "me"] as const;
/** Kept while a sign-out waits for the network. */
export const SIGN_OUT_WAITS = "ovelle.sign-out-waits";

/** Who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: SESSION,
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Whether a sign-out waits for the network: until then nobody is signed in here, whatever the server would say. */
export function isSignOutWaiting(): boolean {
  return readText(SIGN_OUT_WAITS) !== null;
}

/** Makes somebody the one who is signed in here; what was read as somebody else is forgotten. */
export function become(cache: QueryClient, session: UserSession, hints: Partial<SessionHints> = {}): void {
  hint(hints);
  removeText(SIGN_OUT_WAITS);
  remember(session);
  void cache.cancelQueries({ queryKey: SESSION });
  cache.setQueryData(SESSION, session);
  cache.removeQueries({ queryKey: ACCOUNT });
  cache.removeQueries({ predicate: ({ queryKey: [room, what] }) => room === STAFF && what !== STAFF_ME[1] });
  if (session.roles.length > 0) void cache.resetQueries({ queryKey: STAFF_ME });
  else cache.setQueryData(STAFF_ME, null);
}

async function readSession(signal: AbortSignal): Promise<UserSession> {
  // Where scripts of other houses may run, nobody is known (docs/spec/people.md, "Scripts and frames").
  if (isSignOutWaiting() || takesScripts(window.location.pathname)) return NOBODY;
  const session = await send(get("/api/users/session"), { signal });
  if (isAnybody(session) !== isSomebodyExpected()) remember(session);
  return session;
}

function remember(session: UserSession): void {
  if (isAnybody(session)) writeText(HERE, String(Date.now()));
  else removeText(HERE);
}

/** Whether somebody is signed in: a customer, or anybody of the staff. */
export function isAnybody({ user, roles }: UserSession): boolean {
  return user !== null || roles.length > 0;
}
