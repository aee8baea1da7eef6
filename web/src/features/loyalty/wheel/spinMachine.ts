/** The course of a spin (WH-06, WH-08). Pure: time comes in as events. */
import type { LastPrize, LoyaltyMember, SpinAnswer, WheelState } from "../../../api/loyalty";
import { type Before, SEGMENT } from "./draw";

/** So long the wheel turns evenly, and so long it takes to stop, milliseconds. */
export const TURNING_MS = 10_000;
export const STOPPING_MS = 4_000;
/** Turns that it makes while it stops, beside the rest of one. */
const TURNS = 3;
/** Degrees of a turn. */
const WHOLE = 360;
/** At rest the middle of the first segment is at the top. */
const REST = -SEGMENT / 2;

/** A prize, with what it takes to check its draw where it was drawn just now. */
export interface Won {
  prize: LastPrize;
  /** The segment that won. */
  segment: number;
  proof: { spin: SpinAnswer; before: Before } | null;
}

/** Where a spin is; `turn` is by how many degrees the wheel is turned clockwise. */
export type SpinState =
  | { at: "rest"; turn: number }
  | { at: "turning"; turn: number; before: Before; hasTurned: boolean; answer: SpinAnswer | null }
  | { at: "stopping"; turn: number; to: number; won: Won; spinsLeft: number }
  | { at: "over"; turn: number; won: Won; spinsLeft: number };

/** What happens to it. */
export type SpinEvent =
  | { type: "pressed"; before: Before }
  | { type: "answered"; answer: SpinAnswer; isCalm: boolean }
  | { type: "turned" }
  | { type: "stopped" }
  | { type: "failed" }
  | { type: "closed" };

/** The wheel as it is found: at rest, or where a prize was not shown yet, with it and the spins that are left. */
export function firstState(
  { showPrizeModal, lastPrize, wheel }: Pick<LoyaltyMember, "showPrizeModal" | "lastPrize" | "wheel">,
  spinsLeft: number,
): SpinState {
  if (!showPrizeModal || lastPrize === null) return { at: "rest", turn: REST };
  const segment = segmentOf(wheel, lastPrize.type);
  const won = { prize: lastPrize, segment, proof: null };
  return { at: "over", turn: turnTo(segment * SEGMENT + SEGMENT / 2), won, spinsLeft };
}

/** What seals the next spin: where the card was not read since the last one, that one's answer knows. */
export function sealOf({ commitment }: Pick<WheelState, "commitment">, last: SpinAnswer | null): string {
  return last?.commitment === commitment ? last.nextCommitment : commitment;
}

/** The next state. */
export function stepSpin(state: SpinState, event: SpinEvent): SpinState {
  switch (event.type) {
    case "pressed":
      if (state.at !== "rest") return state;
      return { at: "turning", turn: state.turn, before: event.before, hasTurned: false, answer: null };
    case "answered":
      if (state.at !== "turning") return state;
      if (event.isCalm) return overOf({ ...state, answer: event.answer }, event.answer);
      return whenBoth({ ...state, answer: event.answer });
    case "turned":
      return state.at === "turning" ? whenBoth({ ...state, hasTurned: true }) : state;
    case "stopped":
      if (state.at !== "stopping") return state;
      return { at: "over", turn: turned(state.to), won: state.won, spinsLeft: state.spinsLeft };
    case "failed":
      return state.at === "turning" ? { at: "rest", turn: state.turn } : state;
    case "closed":
      if (state.at !== "over") return state;
      // Without a spin left the wheel is as it was found.
      return { at: "rest", turn: state.spinsLeft > 0 ? state.turn : REST };
  }
}

type Turning = Extract<SpinState, { at: "turning" }>;

/** It stops once it has turned for long enough and it is known where. */
function whenBoth(state: Turning): SpinState {
  const { turn, answer, hasTurned } = state;
  if (answer === null || !hasTurned) return state;
  const rest = turned(turnTo(answer.angle) - turn);
  const to = turn + TURNS * WHOLE + rest;
  return { at: "stopping", turn, to, won: wonBy(state, answer), spinsLeft: answer.spinsLeft };
}

function overOf(state: Turning, answer: SpinAnswer): SpinState {
  const turn = turned(turnTo(answer.angle));
  return { at: "over", turn, won: wonBy(state, answer), spinsLeft: answer.spinsLeft };
}

function wonBy({ before }: Turning, spin: SpinAnswer): Won {
  const { spinId, type, benefit, angle } = spin;
  const segment = Math.floor(angle / SEGMENT);
  return { prize: { spinId, type, benefit }, segment, proof: { spin, before } };
}

/** By how much the wheel is turned when an angle of it is at the top. */
function turnTo(angle: number): number {
  return WHOLE - angle;
}

function turned(degrees: number): number {
  return ((degrees % WHOLE) + WHOLE) % WHOLE;
}

function segmentOf({ segments }: WheelState, type: string): number {
  return Math.max(
    0,
    segments.findIndex((types) => types.includes(type)),
  );
}

/** Whether a win is celebrated (WH-09). */
export function isCelebrated(type: string): boolean {
  return type !== "empty" && type !== "newSpin";
}
