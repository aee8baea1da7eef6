/**
 * A restaurant's name as it stands in the address of its page (RS-23), as the server writes it: small letters without
 * accents, everything else a dash.
 */
export function restaurantSlug(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The page of a restaurant. */
export function restaurantPath(name: string): string {
  return `/ravintolat/${restaurantSlug(name)}`;
}
