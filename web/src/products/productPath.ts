/** Where a product or a combo is shown: over the menu (MN-02, CM-01). */
export function productPath(slug: string): string {
  return `/menu/${slug}`;
}
