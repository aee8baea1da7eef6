/** Where else one may sign in, and what signing in and registering ask. */
import { queryOptions } from "@tanstack/react-query";
import { get, send } from "../api/client";
import { secretsAt } from "../lib/secrets";

/** What signing in and registering ask; read once per visit. */
export const identityQuery = queryOptions({
  queryKey: ["identity"],
  queryFn: ({ signal }) => send(get("/api/users/identity"), { signal }),
  staleTime: Infinity,
});

/** Who somebody is that came back from a provider, as the fragment of a page said it. */
export interface CameBack {
  provider: string;
  providerToken: string;
  /** Where they wanted to go on; the server's word, to be judged like anybody's. */
  returnTo: string | null;
}

/** Whoever came back to a page; `null` where nobody did. */
export function cameBackTo(pathname: string): CameBack | null {
  const secrets = secretsAt(pathname);
  const [provider, providerToken] = [secrets.get("provider"), secrets.get("providerToken")];
  if (secrets.get("identity") !== "token" || provider === null || providerToken === null) return null;
  return { provider, providerToken, returnTo: secrets.get("returnTo") };
}
