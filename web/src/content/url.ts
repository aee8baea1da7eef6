/** Where an address of the editors leads: to a page of ours, out of the house, or nowhere that we let anybody go. */
export function kindOf(url: string): "ours" | "elsewhere" | "none" {
  const target = ownPath(url);
  // `//host` and `/\host` would lead out of the house.
  if (/^\/(?![/\\])/.test(target)) return "ours";
  return /^(https:\/\/|mailto:|tel:)/i.test(target) ? "elsewhere" : "none";
}

/** Addresses that name our own host are pages of ours too (CT-18). */
export function ownPath(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url;
  const { origin, pathname, search, hash } = new URL(url);
  return origin === window.location.origin ? pathname + search + hash : url;
}
