import type { MenuListing, MenuProduct } from "../api/wire";
import { faceOf } from "./picture/ProductImage";
import { canHaveTag } from "./tags";

/** The number of the highlights, with which the menu begins (MN-17). */
export const HIGHLIGHTS = "999";
/** How many highlights are shown. */
const SHOWN_HIGHLIGHTS = 8;
/** The category that the light delicacies take in, with what is small of others (MN-18). */
const DIPPABLE = "dipattavat";

/** A product as a section lists it. */
export interface SectionProduct {
  product: MenuProduct;
  /** What a highlight says of it. */
  note: string | null;
}

/** A part of the menu with its heading. */
export interface MenuSection {
  id: string;
  /** Its place in the address, after `#`. */
  anchor: string;
  title: string;
  description: string | null;
  products: readonly SectionProduct[];
  /** The first of its products, whether or not the filter keeps it: its picture stands for the section. */
  face: MenuProduct | null;
}

/** The menu as it is shown. */
export interface MenuSections {
  sections: readonly MenuSection[];
  /** How many products the filter keeps; `null` without one. */
  matches: number | null;
}

/** Puts the menu's parts in order: highlights, categories, and light delicacies where the dippable are. */
export function sectionsOf(listing: MenuListing, tag: string | null): MenuSections {
  const highlights = highlightsOf(listing);
  const all = [...(highlights.products.length > 0 ? [highlights] : []), ...categorySectionsOf(listing)];
  if (tag === null) return { sections: all, matches: null };
  const sections = all
    .map((section) => ({
      ...section,
      products: section.products.filter(({ product }) => canHaveTag(product, tag)),
    }))
    // Highlights stand elsewhere in the menu too: with none left there is nothing to say.
    .filter(({ id, products }) => id !== HIGHLIGHTS || products.length > 0);
  const kept = new Set(sections.flatMap(({ products }) => products.map(({ product }) => product.productId)));
  return { sections, matches: kept.size };
}

/** The menu's parts without its highlights: they have the same names wherever one finds the way to them. */
export function categorySectionsOf(listing: MenuListing): MenuSection[] {
  return categoriesOf(listing).filter(({ products }) => products.length > 0);
}

/** The section that an address names after `#`, beside modals: by its anchor or its category's id (MN-10). */
export function sectionAt(sections: readonly MenuSection[], hash: string): MenuSection | null {
  const names = hash.replace(/^#/, "").split("&");
  return sections.find(({ id, anchor }) => names.includes(anchor) || names.includes(id)) ?? null;
}

function highlightsOf({ highlights, ...listing }: MenuListing): MenuSection {
  const products = productsById(listing);
  const items = highlights.items.flatMap(({ productId, menuCardText }) => {
    const product = products.get(productId);
    return product ? [{ product, note: menuCardText }] : [];
  });
  // What can be had now comes first: nobody is greeted by what is sold at another time.
  items.sort((left, right) => Number(right.product.isAvailableNow) - Number(left.product.isAvailableNow));
  return {
    id: HIGHLIGHTS,
    anchor: HIGHLIGHTS,
    title: highlights.title ?? "",
    description: highlights.description ?? null,
    products: items.slice(0, SHOWN_HIGHLIGHTS),
    face: items[0]?.product ?? null,
  };
}

function categoriesOf(listing: MenuListing): MenuSection[] {
  const { lightDelicacies } = listing;
  const products = productsById(listing);
  return listing.categories
    .filter(({ hidden }) => !hidden)
    .toSorted((left, right) => left.displayOrder - right.displayOrder)
    .map((category) => {
      const isLight = category.productCategoryID === DIPPABLE && lightDelicacies.productIds.length > 0;
      const own = isLight
        ? lightDelicacies.productIds.flatMap((id) => products.get(id) ?? [])
        : category.products;
      return {
        id: isLight ? lightDelicacies.categoryId : category.productCategoryID,
        anchor: category.slug,
        title: (isLight ? lightDelicacies.title : null) ?? category.productCategoryName,
        description: isLight
          ? (lightDelicacies.description ?? null)
          : category.showDescription
            ? (category.productCategoryDescription ?? null)
            : null,
        products: own.map((product) => ({ product, note: null })),
        face: faceOf(own),
      };
    });
}

function productsById({ categories }: Pick<MenuListing, "categories">): Map<string, MenuProduct> {
  return new Map(categories.flatMap(({ products }) => products.map((one) => [one.productId, one] as const)));
}
