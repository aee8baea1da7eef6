/** What this browser knows of the order that it is placing: kept before anything is sent, so that no crash forgets it. */
/** A placed order that waits for its money. */
export interface StandingOrder {
  readonly orderId: string;
  readonly orderKey: string;
  /** What is left to pay, in euros. */
  readonly payable: number;
}

/** One intent to order: one Idempotency-Key, and what was asked under it. */
export interface Attempt {
  readonly key: string;
  /** The bodies that were sent under the key, newest last, letter by letter. More than one only where an answer was lost. */
  readonly bodies: readonly string[];
  /** When it was begun, epoch ms. */
  readonly begunAt: number;
  /** Whether something was sent whose answer nobody has seen. */
  readonly isUnsure: boolean;
  /** What came of it. */
  readonly order: StandingOrder | null;
}

/** What the tabs of a browser remember together. */
export interface Memory {
  readonly attempt: Attempt | null;
  /** When the server last accepted an order of this browser, epoch ms. */
  readonly acceptedAt: number | null;
}

/** A browser that has placed nothing. */
export const NOTHING_PLACED: Memory = { attempt: null, acceptedAt: null };

/** The server keeps a key for 24 hours; what was not heard of until then never will be. */
const KEPT_MS = 23 * 60 * 60_000;

/** Reads what was kept; what is not of this form, or too old to count, is nothing. */
export function readMemory(text: string | null, now: number): Memory {
  const kept = text === null ? null : parse(text);
  if (!kept) return NOTHING_PLACED;
  const isOld = kept.attempt !== null && now - kept.attempt.begunAt > KEPT_MS;
  return isOld ? { ...kept, attempt: null } : kept;
}

function parse(text: string): Memory | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMemory(value) ? value : null;
  } catch {
    return null;
  }
}

function isMemory(value: unknown): value is Memory {
  if (!isObject(value)) return false;
  const { attempt, acceptedAt } = value;
  return (attempt === null || isAttempt(attempt)) && (acceptedAt === null || typeof acceptedAt === "number");
}

function isAttempt(value: unknown): value is Attempt {
  if (!isObject(value)) return false;
  const { key, bodies, begunAt, isUnsure, order } = value;
  const isSound = typeof key === "string" && typeof begunAt === "number" && typeof isUnsure === "boolean";
  const areTexts =
    Array.isArray(bodies) && bodies.length > 0 && bodies.every((one) => typeof one === "string");
  return isSound && areTexts && (order === null || isStanding(order));
}

function isStanding(value: unknown): value is StandingOrder {
  if (!isObject(value)) return false;
  const { orderId, orderKey, payable } = value;
  return typeof orderId === "string" && typeof orderKey === "string" && typeof payable === "number";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
