/** What of the board is shown; kept in the page's address, so that a colleague can be sent what one sees. */
import { type BoardGroup, GROUPS } from "../../live/topics/board/rules";

/** The chips of the board. */
export type Chip = "all" | "late" | BoardGroup;

/** All chips, in their order. */
export const CHIPS: readonly Chip[] = ["all", "late", ...GROUPS];

/** The ways of looking at the board. */
export type View = "list" | "map";

/** What is asked of the board. */
export interface BoardFilter {
  /** Part of a number, name, phone or address. */
  text: string;
  /** One restaurant's number; `null` for all. */
  restaurantId: string | null;
  chip: Chip;
}

const TEXT = "haku";
const RESTAURANT = "ravintola";
const CHIP = "vaihe";
const ORDER = "tilaus";
const VIEW = "view";
const MAP = "kartta";

/** Reads the address; what it cannot mean is left out. */
export function filterOf(query: URLSearchParams): BoardFilter {
  const chip = query.get(CHIP);
  return {
    text: query.get(TEXT) ?? "",
    restaurantId: query.get(RESTAURANT),
    chip: CHIPS.find((known) => known === chip) ?? "all",
  };
}

/** Whether anything is left out. */
export function isFilter({ text, restaurantId, chip }: BoardFilter): boolean {
  return text.trim() !== "" || restaurantId !== null || chip !== "all";
}

/** The order that is open beside the board; `null` where none is. */
export function openedIn(query: URLSearchParams): string | null {
  return query.get(ORDER);
}

/** Whether the list or the map is shown. */
export function viewIn(query: URLSearchParams): View {
  return query.get(VIEW) === MAP ? "map" : "list";
}

/** The address with another filter. */
export function withFilter(query: URLSearchParams, change: Partial<BoardFilter>): URLSearchParams {
  const { text, restaurantId, chip } = { ...filterOf(query), ...change };
  return withParts(query, {
    [TEXT]: text,
    [RESTAURANT]: restaurantId,
    [CHIP]: chip === "all" ? null : chip,
  });
}

/** The address with another order opened. */
export function withOpened(query: URLSearchParams, orderId: string | null): URLSearchParams {
  return withParts(query, { [ORDER]: orderId });
}

/** The address with the other way of looking. */
export function withView(query: URLSearchParams, view: View): URLSearchParams {
  return withParts(query, { [VIEW]: view === "map" ? MAP : null });
}

function withParts(query: URLSearchParams, parts: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parts)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
