/**
 * The one reducer. Snapshots, statuses, estimates, positions and the answers of polls all come through here, in whatever order
 * they are delivered: a status counts only if its `seq` is newer, everything else only if its `rev` is, a position
 * only if its `at` is and the status shows a car. So nothing is applied twice and nothing goes back.
 */
import type {
  CarPosition,
  EstimateFrame,
  Feedback,
  OrderTracking,
  PositionFrame,
  SnapshotFrame,
  StatusEntry,
  StatusFrame,
} from "../../../api/wire";
import { showsCar } from "../../rules";
import type { OrderState, Version } from "./state";

/** What a poll brought, in the dress of a frame. */
export interface PollAnswer {
  type: "poll";
  order: OrderTracking;
}

/** What a call for the car brought. */
export interface CarAnswer {
  type: "car";
  /** `null` where there is none to show. */
  car: CarPosition | null;
  /** The time of the position that was known when it was asked for. */
  known: string | null;
}

/** Everything that can change an order's state. */
export type News = SnapshotFrame | PollAnswer | StatusFrame | EstimateFrame | PositionFrame | CarAnswer;

/** The next state; the same object where the news is none. */
export function reduce(state: OrderState | null, news: News): OrderState | null {
  switch (news.type) {
    case "snapshot":
      return whole(state, news.order, news.car);
    case "poll":
      return whole(state, news.order);
    case "status":
      return state && withStatus(state, news);
    case "estimate":
      return state && withEstimate(state, news);
    case "position":
      return state && withPosition(state, news);
    case "car":
      return state && (news.car ? withCar(state, news.car) : withoutCar(state, news.known));
  }
}

/** A new beginning, from a server that has forgotten: no more of `state` counts but its car, which no history has. */
export function beginAnew(state: OrderState | null, order: OrderTracking): OrderState {
  return withCar(whole(null, order), state?.car);
}

/**
 * Whether something asked for when `asked` was known answers with less than that. Commits only add, so such a server
 * was restored from a backup: a whole state of it is a new beginning, not late news. An answer that was merely
 * overtaken knows at least as much as was known at the asking.
 */
export function hasForgotten(answer: Partial<Version>, asked: Version | null): boolean {
  if (!asked) return false;
  return (answer.rev ?? Infinity) < asked.rev || (answer.seq ?? Infinity) < asked.seq;
}

/** Whether a status would leave a gap or comes from another history: a line that says so cannot be followed. */
export function skips(state: OrderState | null, { seq, rev }: StatusFrame): boolean {
  return state !== null && seq > state.seq && (seq > state.seq + 1 || rev < state.rev);
}

/** The state with the feedback that the server has just accepted; its `rev` comes with the next whole state. */
export function withFeedback(state: OrderState, feedback: Feedback): OrderState {
  return { ...state, feedback };
}

/** `car` is `null` where the server has none to show, and not given where it was not asked. */
function whole(state: OrderState | null, order: OrderTracking, car?: CarPosition | null): OrderState {
  if (state && !isNewer(order, state)) return withCar(state, car);
  const next = { ...order, car: null, feedback: newest(order.feedback, state?.feedback) };
  return withCar(withCar(next, car === null ? null : state?.car), car);
}

function withStatus(state: OrderState, frame: StatusFrame): OrderState {
  if (frame.seq !== state.seq + 1) return state;
  const { seq, status: number, at, source, note, batchData } = frame;
  const entry: StatusEntry =
    note === null ? { seq, status: number, at, source } : { seq, status: number, at, source, note };
  const next = forecast(state, frame);
  return {
    ...next,
    seq,
    orderInfo: { ...next.orderInfo, status: number },
    statusHistory: [...state.statusHistory, entry],
    batchData,
    car: showsCar(number) ? state.car : null,
  };
}

function withPosition(state: OrderState, frame: PositionFrame): OrderState {
  const { lat, lng, headingDeg, speedKmh, at, stopsBefore } = frame;
  // The line says it again to who comes back, without what only an answer tells.
  if (state.car?.at === at) return state;
  return withCar(state, { lat, lng, headingDeg, speedKmh, at, stopsBefore });
}

function withEstimate(state: OrderState, frame: EstimateFrame): OrderState {
  if (frame.rev <= state.rev) return state;
  return { ...forecast(state, frame), feedback: newest(frame.feedback ?? null, state.feedback) };
}

function forecast(state: OrderState, frame: EstimateFrame | StatusFrame): OrderState {
  const { rev, estimate, stopsBefore } = frame;
  const orderInfo = { ...state.orderInfo, estimatedMinutesRemaining: estimate?.minutes ?? null };
  return { ...state, rev, orderInfo, estimate, stopsBefore };
}

function withCar(state: OrderState, car: CarPosition | null | undefined): OrderState {
  if (!car || !showsCar(state.orderInfo.status)) return state;
  const newer = state.car ? Date.parse(car.at) - Date.parse(state.car.at) : 1;
  // Of a car that stands still only this can be news.
  const isNews = newer > 0 || (newer === 0 && isWithheld(car) !== isWithheld(state.car));
  return isNews ? { ...state, car } : state;
}

function isWithheld(car: CarPosition | null): boolean {
  return car?.atAnotherStop === true;
}

/** There is no car any more; one that was heard of since the question stays. */
function withoutCar(state: OrderState, known: string | null): OrderState {
  return state.car && state.car.at === known ? { ...state, car: null } : state;
}

/** `rev` rises with every `seq`; only a forgetful server's numbers part ways. */
function isNewer(a: Version, b: Version): boolean {
  return a.seq > b.seq || (a.seq === b.seq && a.rev > b.rev);
}

/** Feedback that was answered by the call itself may be ahead of a payload that was under way. */
function newest(theirs: Feedback | null, ours: Feedback | null | undefined): Feedback | null {
  if (!theirs || !ours) return theirs ?? ours ?? null;
  return Date.parse(ours.at) > Date.parse(theirs.at) ? ours : theirs;
}
