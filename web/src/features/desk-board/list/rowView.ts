/** What one row of the board says. */
import type { BoardOrder } from "../../../api/wire";
import { minutesInterval } from "../../../lib/interval";
import { dayTimeOf } from "../../../lib/helsinki";
import {
  type BoardGroup,
  groupOf,
  minutesLate,
  type Trouble,
  troubleOf,
} from "../../../live/topics/board/rules";
import { minutesLeft, stageOf, windowsAt } from "../../../live/rules";
import { allergensInWords } from "../../../ui/allergens";
import { ITEMS } from "../../../ui/texts";
import { BOARD, CLOSED, NO_ADDRESS, PREORDER, ROW_STAGES } from "../texts";

/** A row in words. */
export interface RowView {
  /** What whoever eats it avoids; `null` where it is nothing. */
  avoided: string | null;
  stage: string;
  /** For how long it has been there, `11 min`, or what is wrong; of what is done nobody asks. */
  age: string | null;
  /** Whether it is an exception: what is said of it is more than its age. */
  isTrouble: boolean;
  /** Minutes left, `9–13`; `null` where there is nothing to count down. */
  minutes: string | null;
  /** What stands in their place: the day and time of a preorder. */
  wanted: string | null;
  /** Why there are none: nobody knows how long, or it comes no more. */
  noMinutes: string | null;
  promised: string | null;
  /** By how many minutes it is late; 0 where it is not. */
  late: number;
  /** Whether `ajallaan` is worth saying. */
  inTime: boolean;
  name: string;
  address: string;
  /** How many windows are lit. */
  lit: number;
  /** The addresses of colleagues who have it open. */
  colleagues: string[];
}

/** Reads a row at `now`, epoch ms by the server's clock, as somebody who signed in as `ownEmail`. */
export function rowViewOf(row: BoardOrder, now: number, ownEmail: string): RowView {
  const group = groupOf(row);
  const isPreorder = group === "preorder";
  const stage = stageOf(row.status);
  const trouble = troubleOf(row, now);
  const atStageMs = now - Date.parse(row.statusAt);
  // Whoever paused expects nothing: it is said until somebody takes the order.
  const isUnexpected = row.duringPause === true && stage === "received" && group !== "done";
  const minutes = isPreorder || group === "done" ? null : countdown(row, now);
  const { name, streetAddress } = row.customer;
  const wantedAt = row.preOrderTime ?? row.promisedAt;
  return {
    avoided:
      row.avoidAllergens.length > 0 ? `${ITEMS.avoided} ${allergensInWords(row.avoidAllergens)}` : null,
    stage: isPreorder ? PREORDER : stage === null ? CLOSED : ROW_STAGES[stage],
    age: trouble ? wordsOf(trouble, atStageMs) : isUnexpected ? BOARD.duringPause : ageAt(group, atStageMs),
    isTrouble: trouble !== null || isUnexpected,
    minutes,
    noMinutes: minutes === null && !isPreorder ? whyNone(group, trouble) : null,
    wanted: isPreorder && wantedAt !== null ? dayTimeOf(Date.parse(wantedAt), now) : null,
    promised: row.promisedAt === null ? null : dayTimeOf(Date.parse(row.promisedAt), now),
    late: group === "done" ? 0 : minutesLate(row, now),
    inTime: group !== "done" && trouble === null && !row.late && row.promisedAt !== null,
    name: name?.trim() || BOARD.noName,
    address: row.orderType === "delivery" && streetAddress ? streetAddress : NO_ADDRESS[row.orderType],
    lit: isPreorder ? 0 : windowsAt(row.status, row.orderType),
    colleagues: row.openedBy.filter((email) => email !== ownEmail),
  };
}

/** What stands for a colleague in a row: `riikka.korhonen@ovelle.fi` is `RK`, `demo@ovelle.fi` is `D`. */
export function initialsOf(email: string): string {
  const parts = email
    .replace(/@.*$/, "")
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  return (
    parts
      .slice(0, 2)
      .map((part) => part.charAt(0).toLocaleUpperCase("fi"))
      .join("") || "?"
  );
}

function whyNone(group: BoardGroup, trouble: Trouble | null): string | null {
  if (trouble?.what === "neverCame") return BOARD.neverCame;
  return group === "done" ? null : BOARD.noEstimate;
}

function ageAt(group: BoardGroup, atStageMs: number): string | null {
  if (group === "preorder") return BOARD.waits;
  return group === "done" ? null : ageOf(atStageMs);
}

function wordsOf(trouble: Trouble, atStageMs: number): string {
  switch (trouble.what) {
    case "failed":
      return ageOf(atStageMs);
    case "neverCame":
      return BOARD.tripOver;
    case "silent":
      return BOARD.carSilent(ageOf(trouble.ms));
  }
}

function ageOf(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 60) return minutes === 0 ? BOARD.underAMinute : BOARD.minutes(minutes);
  return BOARD.hours(Math.floor(minutes / 60), minutes % 60);
}

/** Both ends of the estimate; nothing once the later one has passed. */
function countdown({ estimate }: BoardOrder, now: number): string | null {
  if (!estimate) return null;
  const { from, to } = minutesLeft(estimate, Math.max(now, Date.parse(estimate.at)));
  return to === 0 ? null : minutesInterval(from, to);
}
