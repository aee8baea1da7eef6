/** Which rows the board shows, in which order, and how many there are of each kind. */
import type { BoardOrder } from "../../api/wire";
import { dueAt, groupOf, minutesLate, troubleOf } from "../../live/topics/board/rules";
import { type BoardFilter, type Chip, CHIPS } from "./filter";

/** The parts of the list, from top to bottom. */
export type SectionName = "trouble" | "late" | "onTime" | "done";

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

/** Chooses and orders: exceptions first, then late ones, the latest at the top; then by promise; what is done at the end. */
export function select(rows: Iterable<BoardOrder>, filter: BoardFilter, now: number): Selection {
  const matches = matcherOf(filter.text);
  const counts = Object.fromEntries(CHIPS.map((chip) => [chip, 0])) as Record<Chip, number>;
  const shown: Placed[] = [];
  for (const row of rows) {
    if (filter.restaurantId !== null && row.restaurantId !== filter.restaurantId) continue;
    if (!matches(row)) continue;
    const chips = chipsOf(row);
    for (const chip of chips) counts[chip] += 1;
    if (chips.includes(filter.chip)) shown.push(placed(row, now));
  }
  return { counts, sections: sectionsOf(shown.toSorted(byUrgency)) };
}

/** The chips under which a row stands. */
function chipsOf(row: BoardOrder): Chip[] {
  return isLate(row) ? ["all", "late", groupOf(row)] : ["all", groupOf(row)];
}

/** A row with what it is ordered by, worked out once. */
interface Placed {
  orderId: string;
  section: SectionName;
  late: number;
  due: number;
}

function placed(row: BoardOrder, now: number): Placed {
  return { orderId: row.orderId, section: sectionOf(row, now), late: minutesLate(row, now), due: dueAt(row) };
}

/** Whether a row is to be noticed: late, and somebody still waits. */
export function isLate(row: BoardOrder): boolean {
  return row.late && groupOf(row) !== "done";
}

function sectionOf(row: BoardOrder, now: number): SectionName {
  if (troubleOf(row, now) !== null) return "trouble";
  if (isLate(row)) return "late";
  return groupOf(row) === "done" ? "done" : "onTime";
}

const PLACES: readonly SectionName[] = ["trouble", "late", "onTime", "done"];
const BY_NUMBER = new Intl.Collator("fi", { numeric: true });

function byUrgency(a: Placed, b: Placed): number {
  return (
    PLACES.indexOf(a.section) - PLACES.indexOf(b.section) ||
    b.late - a.late ||
    a.due - b.due ||
    BY_NUMBER.compare(a.orderId, b.orderId)
  );
}

function sectionsOf(rows: Placed[]): Section[] {
  const sections: Section[] = [];
  for (const { orderId, section } of rows) {
    const last = sections.at(-1);
    if (last?.name === section) last.orderIds.push(orderId);
    else sections.push({ name: section, orderIds: [orderId] });
  }
  return sections;
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
