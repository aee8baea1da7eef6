/** Which page it is, for whoever counts: no query, no fragment, and no name of an order or of a share in its path. */

/** Pages whose paths name what is somebody's, by how they begin. */
const NAMED: readonly (readonly [begin: string, pattern: string])[] = [
  ["/tilaus/", "/tilaus/:orderId"],
  ["/seuraa/", "/seuraa/:token"],
  ["/kysely/", "/kysely/:orderId"],
];
/** Of these the rest of the path is a word of the address itself. */
const WHOLE: ReadonlySet<string> = new Set(["/tilaus/tulos", "/kysely/vastaa"]);
const LONGEST = 200;

/** A page's path as events have it. */
export function pagePath(pathname: string): string {
  if (WHOLE.has(pathname)) return pathname;
  const named = NAMED.find(([begin]) => pathname.startsWith(begin));
  return named ? named[1] : pathname.slice(0, LONGEST);
}
