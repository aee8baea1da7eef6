/**
 * What the status numbers −1…13 mean to a customer (T-32 to T-46): the only place in the web client that looks at them.
 */
import type { Estimate, OrderTracking, OrderType } from "../api/wire";

const NOT_RECEIVED = -1;
const RECEIVED = 0;
const ACCEPTED = 1;
const IN_MAKING = 2;
const IN_OVEN = 3;
const FINISHED = 4;
const IN_BATCH = 5;
const IN_CAR = 6;
const WAITING_FOR_DELIVERY = 7;
const BEING_DELIVERED = 8;
const DELIVERY_FAILED = 9;
const DELIVERY_FAILED_BATCH_COMPLETED = 10;
const DELIVERED = 11;
const SHOW_FEEDBACK = 12;
const CANCELLED = 13;

/** The statuses of orders that are not over; where nobody brings them, they are at 4. */
export const OPEN_STATUSES: readonly number[] = [
  NOT_RECEIVED,
  RECEIVED,
  ACCEPTED,
  IN_MAKING,
  IN_OVEN,
  FINISHED,
  IN_BATCH,
  IN_CAR,
  WAITING_FOR_DELIVERY,
  BEING_DELIVERED,
  DELIVERY_FAILED,
];

/** From this age of its position on a car is not shown any more: it is silent; milliseconds. */
export const CAR_GONE_MS = 120_000;

/** From so few minutes before the door the car is near. The figure is ours. */
const NEAR_MINUTES = 3;

/** The parts of an order that these rules read. */
export type Ruled = Pick<
  OrderTracking,
  "orderInfo" | "restaurant" | "statusHistory" | "estimate" | "preOrderTime" | "promisedAt" | "stopsBefore"
>;

/** The phases that have a progress text of their own (T-58), and two more: `preorder` and `cancelled`. */
export type Phase =
  | "received"
  | "accepted"
  | "inMaking"
  | "inOven"
  | "readyForPickup"
  | "eatInReady"
  | "waitingForDelivery"
  | "inDelivery"
  | "near"
  | "batchInDelivery"
  /** The order is still on its way; where `isOver`, it is not any more. */
  | "deliveryFailed"
  | "final"
  | "delayed"
  | "noDeliveryTracking"
  | "preorder"
  | "cancelled";

/** Which phase the order is in at `now`, epoch ms. */
export function phaseOf(order: Ruled, now: number): Phase {
  const status = order.orderInfo.status;
  if (status === CANCELLED) return "cancelled";
  if (neverCame(order)) return "deliveryFailed";
  if (status >= DELIVERED) return "final";
  if (status === DELIVERY_FAILED) return "deliveryFailed";
  if (status >= FINISHED) return phaseAfterKitchen(order, now);
  if (isLate(order, now)) return "delayed";
  if (order.preOrderTime !== null && status <= ACCEPTED) return "preorder";
  if (status === IN_OVEN) return "inOven";
  if (status === IN_MAKING) return "inMaking";
  return status === ACCEPTED ? "accepted" : "received";
}

function phaseAfterKitchen(order: Ruled, now: number): Phase {
  const { status, orderType } = order.orderInfo;
  if (orderType === "pickup") return "readyForPickup";
  if (orderType === "eatin") return "eatInReady";
  if (order.restaurant.noDeliveryTracking) return "noDeliveryTracking";
  if (status !== BEING_DELIVERED) return "waitingForDelivery";
  if (order.stopsBefore !== null && order.stopsBefore > 0) return "batchInDelivery";
  return isNear(order.estimate, now) ? "near" : "inDelivery";
}

/** Near is said only on a car's word: a plan that has run down by the clock proves nothing. */
function isNear(estimate: Estimate | null, now: number): boolean {
  return estimate?.basis === "car" && minutesLeft(estimate, now).minutes <= NEAR_MINUTES;
}

/** The kitchen is late once the upper estimate or the promise has passed. */
function isLate(order: Ruled, now: number): boolean {
  const upper = order.estimate ? momentOf(order.estimate, order.estimate.to) : Infinity;
  const promise = order.promisedAt === null ? Infinity : Date.parse(order.promisedAt);
  return now > Math.min(upper, promise);
}

/**
 * Whether the order is over. These are also the stop rules for polling (T-48 to T-51: 10 and 11, 4 where it is no
 * delivery or the restaurant has no delivery tracking, 13), and 12, which is final.
 */
export function isOver(order: Ruled): boolean {
  const { status, orderType } = order.orderInfo;
  if (status === FINISHED) return orderType !== "delivery" || order.restaurant.noDeliveryTracking;
  return isEnded(status);
}

/** Whether an order at this status is over, wherever it comes from and however it goes. */
export function isEnded(status: number): boolean {
  return status >= DELIVERY_FAILED_BATCH_COMPLETED;
}

/** Whether an order of this status was received and not taken back (CK-08, the completion check). */
export function isUnderWay(status: number): boolean {
  return status >= RECEIVED && status !== CANCELLED;
}

/** How an order that is over ended. */
export function outcomeOf(order: Ruled): "completed" | "cancelled" {
  return order.orderInfo.status === CANCELLED ? "cancelled" : "completed";
}

/** Whether the customer may say how it was: from the moment the order is over, unless it was cancelled. */
export function feedbackOpen(order: Ruled): boolean {
  return isOver(order) && outcomeOf(order) === "completed";
}

/** Whether a delivery ended without reaching the door, whatever followed: nobody has tasted anything. */
export function neverCame(order: Ruled): boolean {
  const last = order.statusHistory.findLast((entry) => entry.status !== SHOW_FEEDBACK);
  const status = order.orderInfo.status === SHOW_FEEDBACK ? last?.status : order.orderInfo.status;
  return status === DELIVERY_FAILED_BATCH_COMPLETED;
}

/** Whether a car may be shown at this status. */
export function showsCar(status: number): boolean {
  return status === BEING_DELIVERED;
}

/** Whole minutes left of an estimate at `now` (epoch ms), counted down from its making; never below zero. */
export function minutesLeft(estimate: Estimate, now: number): { minutes: number; from: number; to: number } {
  const left = (minutes: number) => Math.max(0, Math.ceil((momentOf(estimate, minutes) - now) / 60_000));
  return { minutes: left(estimate.minutes), from: left(estimate.from), to: left(estimate.to) };
}

/** The moment, epoch ms, that lies so many minutes after the making of an estimate. */
export function momentOf(estimate: Estimate, minutes: number): number {
  return Date.parse(estimate.at) + minutes * 60_000;
}

/**
 * How many of the five windows (Tilattu, Keittiö, Uuni, Matka, Ovi) are lit, 0–5; a half is the stage under way. Only
 * what was reported lights one.
 */
export function windowsLit(order: Ruled): number {
  return neverCame(order) ? 3.5 : windowsAt(order.orderInfo.status, order.orderInfo.orderType);
}

/** The same, for a list that knows nothing but a status. */
export function windowsAt(status: number, orderType: OrderType): number {
  if (status === CANCELLED) return 0;
  if (status >= DELIVERED) return 5;
  if (status >= BEING_DELIVERED) return 3.5;
  if (status >= FINISHED) return orderType === "delivery" ? 3 : 5;
  return { [IN_OVEN]: 2.5, [IN_MAKING]: 1.5, [ACCEPTED]: 1 }[status] ?? 0.5;
}

/** A stage of the timeline. */
export type StageName =
  | "received"
  | "accepted"
  | "inMaking"
  | "inOven"
  | "finished"
  | "waitingForDelivery"
  | "inDelivery"
  | "deliveryFailed"
  | "delivered"
  | "cancelled";

/** Which stage a status belongs to; `null` for 12, which asks for feedback and moves no pizza. */
export function stageOf(status: number): StageName | null {
  return STAGES[status] ?? null;
}

const STAGES: Record<number, StageName> = {
  [NOT_RECEIVED]: "received",
  [RECEIVED]: "received",
  [ACCEPTED]: "accepted",
  [IN_MAKING]: "inMaking",
  [IN_OVEN]: "inOven",
  [FINISHED]: "finished",
  [IN_BATCH]: "waitingForDelivery",
  [IN_CAR]: "waitingForDelivery",
  [WAITING_FOR_DELIVERY]: "waitingForDelivery",
  [BEING_DELIVERED]: "inDelivery",
  [DELIVERY_FAILED]: "deliveryFailed",
  [DELIVERY_FAILED_BATCH_COMPLETED]: "deliveryFailed",
  [DELIVERED]: "delivered",
  [CANCELLED]: "cancelled",
};

/** What happened at a status, as colleagues tell it to each other: finer than the customer's stages. */
export type EventName = StageName | "inBatch" | "inCar" | "neverDelivered" | "feedbackAsked";

const EVENTS: Record<number, EventName> = {
  ...STAGES,
  [IN_BATCH]: "inBatch",
  [IN_CAR]: "inCar",
  [DELIVERY_FAILED_BATCH_COMPLETED]: "neverDelivered",
  [SHOW_FEEDBACK]: "feedbackAsked",
};

/** What happened at a status. */
export function eventOf(status: number): EventName {
  return EVENTS[status] ?? "received";
}
