/** Modals stand in the address as fragments joined with `&`, beside what else its hash says (SH-20). */

/** The fragments of a hash, with or without its `#`. */
export function fragmentsOf(hash: string): string[] {
  return hash.replace(/^#/, "").split("&").filter(Boolean);
}

/** The hash with one more fragment, at its end. */
export function withFragment(hash: string, name: string): string {
  return hashOf([...fragmentsOf(hash).filter((one) => one !== name), name]);
}

/** The hash without a fragment, nor those that were opened over it; empty where nothing is left. */
export function withoutFragment(hash: string, name: string): string {
  const fragments = fragmentsOf(hash);
  const at = fragments.indexOf(name);
  return hashOf(at < 0 ? fragments : fragments.slice(0, at));
}

function hashOf(fragments: readonly string[]): string {
  return fragments.length === 0 ? "" : `#${fragments.join("&")}`;
}
