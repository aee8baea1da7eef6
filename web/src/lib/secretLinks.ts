const PAGES = /^\/(?:vaihda-salasana|vahvista-sahkoposti|kirjaudu|asiakastili\/omat-tiedot)$/;

/** How the fragment begins that shows an editor the drafts of this tab. */
export const PREVIEW = "#_preview=";

/** Whether an address may have a secret in it, which `secrets.ts` takes out. */
export function mayCarrySecrets({ pathname, search, hash }: Location): boolean {
  return hash.startsWith(PREVIEW) || (PAGES.test(pathname) && search + hash !== "");
}
