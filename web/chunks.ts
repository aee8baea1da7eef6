/** Which modules come together: so few files that asking costs little, and no page waits for much that it does not need. */
import type { Plugin } from "vite";

/**
 * The first pages of a visit, by the modules that each loads by itself. Whoever may import from one above imports nothing from
 * below, so that no chunk ever needs one that needs it.
 */
const PAGES: readonly (readonly [page: string, RegExp])[] = [
  ["product", /features\/menu\/(?:MenuPage|ProductOverlay)\.tsx$|\/ProductEditor\.tsx$/],
  ["menu", /features\/menu\/(?:MenuPage|MenuList)\.tsx$/],
  ["tracker", /\/TrackingPage\.tsx$/],
  ["restaurants", /\/Restaurants?Page\.tsx$/],
  ["cart", /\/CartPage\.tsx$/],
  ["home", /\/HomePage\.tsx$/],
  ["loyalty", /features\/(?:loyalty\/(?:Landing|Member)|coupons\/Coupons)Page\.tsx$/],
  ["text", /features\/(?:story|contact|offers|ingredients)\/\w+Page\.tsx$/],
  ["later", /\/laterParts\.tsx$/],
];

/** What several pages need and is no larger than this, in characters of its code, is given to all: a file costs more. */
const SMALL = 1000;

/** What is known of a module. */
interface Use {
  /** The pages that cannot be shown without it. */
  pages: ReadonlySet<string>;
  /** How many of the modules that come by themselves need it. */
  shares: number;
  /** Whether the app needs it before any page. */
  isInitial: boolean;
  /** Whether it comes by itself. */
  isRoot: boolean;
  size: number;
  imports: readonly string[];
}

/** Groups the modules of a build; `plugin` has to run in it, for that is where they are known. */
export function chunks() {
  let uses = new Map<string, Use>();
  const isOurs = (id: string) => /[\\/]src[\\/]|product-pictures|[\\/]@tanstack[\\/]/.test(id);

  /** Whether it goes to all: small, and so is all that it brings along. */
  function isForAll(id: string, path: readonly string[] = []): boolean {
    const use = uses.get(id);
    if (use === undefined || use.isInitial || !isOurs(id) || path.includes(id)) return true;
    const isSmall = !use.isRoot && use.pages.size > 1 && use.size < SMALL;
    return isSmall && use.imports.every((one) => isForAll(one, [...path, id]));
  }

  function name(id: string): string | null {
    const use = uses.get(id);
    // The live client is parted by what one watches.
    if (use === undefined || use.isInitial || use.isRoot || !isOurs(id) || /[\\/]live[\\/]/.test(id))
      return null;
    const first = PAGES.find(([page]) => use.pages.has(page));
    if (first === undefined) return use.shares > 1 && /[\\/]art[\\/]/.test(id) ? "art" : null;
    if (use.shares === 1) return null;
    const feature = /[\\/]features[\\/](\w+)/.exec(id)?.[1];
    // It never comes without those.
    if (first[0] === "later") return "cart-and-others";
    if (use.pages.size === 1 && first[0] !== "menu") return `${first[0]}-parts`;
    if (feature !== undefined) return feature;
    return isForAll(id) ? "common" : `${first[0]}-and-others`;
  }

  const plugin: Plugin = {
    name: "chunks",
    apply: "build",
    renderStart() {
      uses = usesOf(new Map([...this.getModuleIds()].map((id) => [id, this.getModuleInfo(id)])));
    },
  };
  const groups = [
    {
      name: "vendor",
      tags: ["$initial" as const],
      test: /node_modules[\\/](?!lucide)|preload-helper|rolldown[\\/]runtime/,
    },
    { name: "app", tags: ["$initial" as const], test: /[\\/]src[\\/](?!main\.)|lucide/ },
    { name: "icons", minShareCount: 2, test: /lucide/ },
    { name },
  ];
  return { plugin, codeSplitting: { includeDependenciesRecursively: false, groups } };
}

/** What a bundler tells of a module. */
interface Info {
  isEntry: boolean;
  code: string | null;
  importedIds: readonly string[];
  dynamicImporters: readonly string[];
}

function usesOf(infos: ReadonlyMap<string, Info | null>): Map<string, Use> {
  const uses = new Map<string, Use & { pages: Set<string> }>();
  for (const [id, info] of infos) {
    if (info === null) continue;
    const isRoot = info.isEntry || info.dynamicImporters.length > 0;
    const { code, importedIds: imports } = info;
    uses.set(id, { pages: new Set(), shares: 0, isInitial: false, isRoot, size: code?.length ?? 0, imports });
  }
  for (const [root, { isRoot }] of uses) {
    if (!isRoot) continue;
    const pages = PAGES.filter(([, test]) => test.test(root)).map(([page]) => page);
    const isInitial = infos.get(root)?.isEntry === true;
    for (const id of reached(root, uses)) {
      const use = uses.get(id);
      if (use === undefined) continue;
      for (const page of pages) use.pages.add(page);
      use.shares += 1;
      use.isInitial ||= isInitial;
    }
  }
  return uses;
}

/** All that comes with a module. */
function reached(root: string, uses: ReadonlyMap<string, Use>): Set<string> {
  const found = new Set([root]);
  for (const id of found) for (const one of uses.get(id)?.imports ?? []) found.add(one);
  return found;
}
