/** The lines of the table, one after the other, as they are scrolled through. */
import type { Section, SectionName } from "../selection";

/** A line of the table: the title of a part, or an order's row. */
export type GridItem =
  | { key: string; section: SectionName; title: string }
  | { key: string; section: SectionName; orderId: string };

/** All lines with the places of the rows among them. */
export interface GridItems {
  items: GridItem[];
  /** Which line each order is. */
  placeOf: ReadonlyMap<string, number>;
  /** The orders, from top to bottom. */
  orderIds: string[];
}

/** Lays the parts out; a list of orders in time alone needs no title. */
export function itemsOf(sections: readonly Section[], titles: Record<SectionName, string>): GridItems {
  const items: GridItem[] = [];
  const placeOf = new Map<string, number>();
  for (const { name: section, orderIds } of sections) {
    if (sections.length > 1 || section === "late" || section === "trouble") {
      items.push({ key: section, section, title: `${titles[section]} ${orderIds.length}` });
    }
    for (const orderId of orderIds) {
      placeOf.set(orderId, items.length);
      items.push({ key: `tilaus ${orderId}`, section, orderId });
    }
  }
  return { items, placeOf, orderIds: [...placeOf.keys()] };
}

/** Where a key leads from the row at `at`, of `count` rows of which `page` are seen; `null` for other keys. */
export function stepOf(key: string, at: number, count: number, page: number): number | null {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}
