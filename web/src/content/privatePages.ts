/** Where no code of another house may run: there people say who they are, and pay (people, 7). */

export function isPrivate(url: string): boolean {
  const { pathname } = new URL(url, window.location.href);
  return pathname === "/ostoskori" || pathname.startsWith("/tilaus");
}

/** Whether this document was loaded as such a page: then its policy bars other houses, wherever one has gone since. */
export const IS_BARRED = isPrivate(window.location.href);
