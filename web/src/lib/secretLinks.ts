const PAGES = /^\/(?:vaihda-salasana|vahvista-sahkoposti|kirjaudu|asiakastili\/omat-tiedot)$/;

/** Whether an address may have a secret in it, which `secrets.ts` takes out. */
export function mayCarrySecrets({ pathname, search, hash }: Location): boolean {
  return PAGES.test(pathname) && search + hash !== "";
}
