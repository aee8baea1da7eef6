/** Secrets that a link brought along: taken out of the address before anything is asked or drawn. */
import { keepPreview } from "./preview";
import { PREVIEW } from "./secretLinks";

/** Pages whose links carry secrets, with the parts of the query that are. */
const IN_QUERY: Readonly<Record<string, readonly string[]>> = {
  "/vaihda-salasana": ["passwordResetToken", "expiresAt"],
  "/vahvista-sahkoposti": ["token", "undo"],
};
/** Pages whose fragments may carry them, by how such a fragment begins. */
const IN_FRAGMENT: Readonly<Record<string, string>> = {
  "/kirjaudu": "#identity=",
  "/asiakastili/omat-tiedot": "#identity=",
};

const taken = new Map<string, URLSearchParams>();

/** Takes them out of the address of this window; once taken they stay for as long as the page is not loaded anew. */
export function takeSecrets(): void {
  const { pathname, search, hash } = window.location;
  if (hash.startsWith(PREVIEW)) {
    keepPreview(new URLSearchParams(hash.slice(1)).get("_preview") ?? "");
    return window.history.replaceState(window.history.state, "", pathname + search);
  }
  const query = new URLSearchParams(search);
  const secrets = new URLSearchParams();
  for (const name of IN_QUERY[pathname] ?? []) {
    const value = query.get(name);
    if (value !== null) secrets.set(name, value);
    query.delete(name);
  }
  const begin = IN_FRAGMENT[pathname];
  const isInFragment = begin !== undefined && hash.startsWith(begin);
  if (isInFragment) for (const [name, value] of new URLSearchParams(hash.slice(1))) secrets.set(name, value);
  if (secrets.size === 0) return;
  taken.set(pathname, secrets);
  const rest = query.size === 0 ? "" : `?${query.toString()}`;
  window.history.replaceState(window.history.state, "", pathname + rest + (isInFragment ? "" : hash));
}

/** What was taken out of a page's address; empty where nothing was. */
export function secretsAt(pathname: string): URLSearchParams {
  return taken.get(pathname) ?? new URLSearchParams();
}

/** Forgets what was taken, when it has served. */
export function forgetSecrets(pathname: string): void {
  taken.delete(pathname);
}
