/** Which pages may share a document: each is loaded with its own policy (docs/spec/people.md, "Scripts and frames"). Pure. */

/** What paths begin with whose pages may run scripts of the editors'. */
export const WITH_SCRIPTS: readonly string[] = ["/sivut/", "/franchise/"];

/** What the paths of carts, orders, accounts and the ways to them begin with: nothing of the editors' runs there. */
export const WITHOUT_EDITORS: readonly string[] = [
  "/tilaus",
  "/ostoskori",
  "/kirjaudu",
  "/rekisteroidy",
  "/unohditko-salasanasi",
  "/vaihda-salasana",
  "/vahvista-sahkoposti",
  "/hyvaksy-kayttoehdot",
  "/asiakastili",
  "/minun-kotijoukot",
  "/kysely",
];

/** Whether a document that is loaded at this path takes nothing of other houses. */
export function barsOthers(pathname: string): boolean {
  const path = pathname.toLowerCase();
  return pathname.includes("%") || WITHOUT_EDITORS.some((begin) => path.startsWith(begin));
}

/** Whether a document that is loaded at this path may run scripts of the editors'. */
export function takesScripts(pathname: string): boolean {
  return !barsOthers(pathname) && WITH_SCRIPTS.some((begin) => pathname.startsWith(begin));
}

/** Whether one page cannot follow the other within a document: a script that runs in it would go along. */
export function needsDocument(from: string, to: string): boolean {
  return from !== to && (takesScripts(from) || takesScripts(to));
}
