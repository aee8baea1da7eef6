/** Parts of addresses under which stories lie as they are; those of other pages lie under the first (CT-03). */
const PLACES = ["sivut", "franchise", "ehdot"] as const;
/** So many characters a story's name has at most. */
const LONGEST = 120;

/** The story of a page's path, as the server finds it too; `null` where none can be called so. */
export function storySlug(path: string): string | null {
  const name = path.replace(/^\//, "").replace(/\/$/, "");
  const isWhole = PLACES.some((place) => name === place || name.startsWith(`${place}/`));
  const slug = isWhole ? name : `${PLACES[0]}/${name}`;
  return slug.length <= LONGEST && /^[\w-]+(\/[\w-]+)*$/.test(slug) ? slug : null;
}
