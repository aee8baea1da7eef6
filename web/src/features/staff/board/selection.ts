/** Which rows the board shows, in which order, and how many there are of each kind. */
import type { BoardOrder } from "../../../api/wire";
import { dueAt, groupOf, minutesLate } from "../../../live/board/rules";
import { type BoardFilter, type Chip, CHIPS } from "./filter";

/** The parts of the list, from top to bottom. */
export type SectionName = "late" | "onTime" | "done";

/** A part of the list with its rows' numbers. */
export interface Section {
  name: SectionName;
  orderIds: string[];
}

/** What is to be shown. */
export interface Selection {
  /** How many rows each chip would show, of those that text and restaurant leave. */
  counts: Record<Chip, number>;
  /** The parts that have rows. */
  sections: Section[];
}

/** Chooses and orders: late ones first, the latest at the top; then by promise; what is done at the end. */
export function select(rows: Iterable<BoardOrder>, filter: BoardFilter, now: number): Selection {
  const matches = matcherOf(filter.text);
  const left = [...rows].filter(
    (row) => (filter.restaurantId === null || row.restaurantId === filter.restaurantId) && matches(row),
  );
  const counts = Object.fromEntries(
    CHIPS.map((chip) => [chip, left.filter((row) => isOf(row, chip)).length]),
  ) as Record<Chip, number>;
  const shown = left.filter((row) => isOf(row, filter.chip)).toSorted(byUrgency(now));
  return { counts, sections: sectionsOf(shown) };
}

function sectionsOf(rows: BoardOrder[]): Section[] {
  const sections: Section[] = [];
  for (const row of rows) {
    const name = sectionOf(row);
    const last = sections.at(-1);
    if (last?.name === name) last.orderIds.push(row.orderId);
    else sections.push({ name, orderIds: [row.orderId] });
  }
  return sections;
}

function sectionOf(row: BoardOrder): SectionName {
  if (groupOf(row) === "done") return "done";
  return row.late ? "late" : "onTime";
}

function isOf(row: BoardOrder, chip: Chip): boolean {
  if (chip === "all") return true;
  return chip === "late" ? sectionOf(row) === "late" : groupOf(row) === chip;
}

const PLACES: readonly SectionName[] = ["late", "onTime", "done"];

function byUrgency(now: number) {
  return (a: BoardOrder, b: BoardOrder) =>
    PLACES.indexOf(sectionOf(a)) - PLACES.indexOf(sectionOf(b)) ||
    minutesLate(b, now) - minutesLate(a, now) ||
    dueAt(a) - dueAt(b) ||
    a.orderId.localeCompare(b.orderId, "fi", { numeric: true });
}

/** Finds part of a number, name, phone or address, however it is spelled. */
export function matcherOf(text: string): (row: BoardOrder) => boolean {
  const wanted = plain(text);
  if (wanted === "") return () => true;
  const digits = phoneDigits(text);
  return ({ orderId, customer: { name, phone, streetAddress, city } }) =>
    orderId.startsWith(wanted) ||
    [name, `${streetAddress ?? ""} ${city ?? ""}`].some((part) => plain(part ?? "").includes(wanted)) ||
    (digits.length >= FEWEST_DIGITS && phoneDigits(phone ?? "").includes(digits));
}

/** Fewer digits of a phone number than this find half the town. */
const FEWEST_DIGITS = 4;

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").toLocaleLowerCase("fi");
}

/** A phone number's digits, as one dials it at home: `+358 40 1` is `0401`. A text that is no number has none. */
function phoneDigits(text: string): string {
  if (!/^[+\d\s()-]*$/.test(text)) return "";
  return text.replaceAll(/[^\d+]/g, "").replace(/^(\+|00)358/, "0");
}
