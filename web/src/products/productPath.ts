/** Where a product or a combo is shown: over the menu (seed 2 §2.1). */
export function productPath(slug: string): string {
  return `/menu/${slug}`;
}
