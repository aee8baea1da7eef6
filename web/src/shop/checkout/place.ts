/**
 * Placing an order (ordering §1, §6), such that one intent makes one order, whatever gets lost: what is sent is written down
 * first, and an order is forgotten only when it is known to be received, cancelled or expired.
 */
import { ApiError } from "../../api/client";
import type { OrderPlaced } from "../../api/wire";
import { isUnderWay } from "../../live/rules";
import type { Attempt, StandingOrder } from "./attempt";
import { ORDER_CANCELLED } from "./paymentStatus";
import type { CheckoutPorts } from "./ports";
import { isSameBody, isSameOrder, lettersOf, linesIn, type Wanted, withoutPin } from "./wanted";

/** No two orders of a browser within this (CK-09). */
const BETWEEN_ORDERS_MS = 10_000;
/** How often a call whose answer is lost is made again, and the first wait between. */
const RETRIES = 3;
const RETRY_MS = 1_000;

/** What came of a press on the button. */
export type Outcome =
  /** The provider takes the payment there. */
  | { type: "redirect"; url: string; order: StandingOrder }
  /** The order is in the kitchen's hands. */
  | { type: "received"; order: StandingOrder }
  /** An earlier order, of another cart, went through meanwhile: the person decides whether they want this one too. */
  | { type: "received-earlier"; order: StandingOrder }
  | { type: "too-soon" }
  | { type: "invalid" }
  | { type: "price-changed"; grandTotal: number | null; giftCardHold?: number }
  /** The server could not look it over (CK-03); nothing was sent. */
  | { type: "unchecked" }
  /** There is no connection, and nothing was sent. */
  | { type: "away" }
  /** Another tab has changed the cart since the person saw it. */
  | { type: "changed" }
  /** The order stands, and was not paid by this method. */
  | { type: "not-paid"; order: StandingOrder; method: string | null; errorCode: number | null }
  /** Nobody knows whether the order came through; the next try finds out. */
  | { type: "unsure" }
  | { type: "refused"; error: ApiError };

/** Places the cart as the person saw it, or pays the order that it already is. */
export function placeOrder(ports: CheckoutPorts, seen: Wanted): Promise<Outcome> {
  return ports.alone(() => outcomeOf(place(ports, seen)));
}

/** A refusal is an outcome; what is no answer at all leaves things unsure. */
async function outcomeOf(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return isNoAnswer(error) ? { type: "unsure" } : { type: "refused", error };
  }
}

async function place(ports: CheckoutPorts, wanted: Wanted): Promise<Outcome> {
  const { attempt } = ports.read();
  if (!isSeen(ports.wanted(), wanted)) return { type: "changed" };
  if (attempt?.order) return await goOnWith(ports, wanted, attempt, attempt.order);
  if (attempt?.isUnsure) return await askAgain(ports, wanted, attempt);
  return await placeAnew(ports, wanted);
}

/** An order stands: unchanged it is paid, a changed one makes room first. */
async function goOnWith(
  ports: CheckoutPorts,
  wanted: Wanted,
  attempt: Attempt,
  order: StandingOrder,
): Promise<Outcome> {
  if (isSameOrder(newestOf(attempt), wanted)) return await pay(ports, wanted, order);
  if (isTooSoon(ports)) return await unlessReceived(ports, order, { type: "too-soon" });
  const stood = await giveUp(ports, order);
  return stood ?? (await placeAnew(ports, wanted));
}

/** Cancels an order that waits; where it does not wait any more, says what became of it. */
async function giveUp(ports: CheckoutPorts, order: StandingOrder): Promise<Outcome | null> {
  try {
    await persistently(ports, () => ports.cancel(order));
  } catch (error) {
    if (!isGone(error) && !(error instanceof ApiError && error.code === "order/cannot-cancel")) throw error;
    const earlier = await standing(ports, order);
    if (earlier === "received") return await received(ports, order, "received-earlier");
    if (earlier === "waiting") throw error;
  }
  strike(ports, order);
  return null;
}

async function unlessReceived(
  ports: CheckoutPorts,
  order: StandingOrder,
  otherwise: Outcome,
): Promise<Outcome> {
  const now = await standing(ports, order);
  return now === "received" ? await received(ports, order, "received-earlier") : otherwise;
}

/** Whether the order waits for its money, was received, or is no more. */
async function standing(
  ports: CheckoutPorts,
  order: StandingOrder,
): Promise<"waiting" | "received" | "over"> {
  try {
    const { status, paymentStatus } = await persistently(ports, () => ports.details(order));
    if (isUnderWay(status)) return "received";
    return paymentStatus === ORDER_CANCELLED ? "over" : "waiting";
  } catch (error) {
    if (isGone(error)) return "over";
    throw error;
  }
}

/**
 * An answer was lost. What is wanted now goes out under the same key: the server makes it, answers with what it made, or,
 * where it made an earlier body of ours, says that this one is another. Only then is the earlier one asked for.
 */
async function askAgain(ports: CheckoutPorts, wanted: Wanted, attempt: Attempt): Promise<Outcome> {
  const same = attempt.bodies.find((sent) => isSameOrder(sent, wanted));
  const body = same ?? lettersOf(wanted);
  try {
    return await send(ports, wanted, { ...attempt, bodies: withLast(attempt.bodies, body) });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "request/idempotency-mismatch")) throw error;
    return await findEarlier(ports, wanted, attempt, body);
  }
}

async function findEarlier(
  ports: CheckoutPorts,
  wanted: Wanted,
  attempt: Attempt,
  refused: string,
): Promise<Outcome> {
  for (const body of attempt.bodies.toReversed().filter((sent) => sent !== refused)) {
    const placed = await persistently(ports, () => ports.place(body, attempt.key)).catch((error: unknown) => {
      if (error instanceof ApiError && !isNoAnswer(error)) return null;
      throw error;
    });
    if (!placed) continue;
    const order = keep(ports, { ...attempt, bodies: [body] }, placed);
    if (placed.payment.action === "none") return await received(ports, order, "received-earlier");
    return await goOnWith(ports, wanted, { ...attempt, bodies: [body] }, order);
  }
  forget(ports);
  return await placeAnew(ports, wanted);
}

async function placeAnew(ports: CheckoutPorts, wanted: Wanted): Promise<Outcome> {
  if (isTooSoon(ports)) return { type: "too-soon" };
  const verdict = await ports.price();
  if (verdict === "away") return { type: "away" };
  if (verdict === "failed") return { type: "unchecked" };
  if (!verdict.isValid) return { type: "invalid" };
  if (verdict.grandTotal !== wanted.body.grandTotal) {
    return { type: "price-changed", grandTotal: verdict.grandTotal };
  }
  // Pricing may have renewed the price token.
  const current = ports.wanted();
  if (!current || !isSeen(current, wanted)) return { type: "changed" };
  const begun = { key: ports.newKey(), begunAt: ports.now(), isUnsure: true, order: null };
  return await send(ports, current, { ...begun, bodies: [lettersOf(current)] });
}

function isSeen(current: Wanted | null, seen: Wanted): boolean {
  return current !== null && isSameBody(lettersOf(current), seen);
}

/** Sends the newest body. It is written down before, and whatever is refused for certain is forgotten after. */
async function send(ports: CheckoutPorts, wanted: Wanted, attempt: Attempt): Promise<Outcome> {
  const wasUnsure = ports.read().attempt?.isUnsure ?? false;
  ports.write({ ...ports.read(), attempt: { ...attempt, isUnsure: true } });
  try {
    const placed = await persistently(ports, () => ports.place(newestOf(attempt), attempt.key));
    return await follow(ports, wanted, keep(ports, attempt, placed), placed);
  } catch (error) {
    const isStanding = ports.read().attempt?.order !== null;
    if (isStanding || !(error instanceof ApiError) || isNoAnswer(error)) throw error;
    // Where an earlier answer is missing too, a late request may still come through: the key stays.
    if (!wasUnsure) forget(ports);
    if (error.code !== "order/price-changed") throw error;
    const { grandTotal, giftCardHold } = error.metadata;
    return {
      type: "price-changed",
      grandTotal: typeof grandTotal === "number" ? grandTotal : null,
      ...(typeof giftCardHold === "number" && { giftCardHold }),
    };
  }
}

async function follow(
  ports: CheckoutPorts,
  wanted: Wanted,
  order: StandingOrder,
  { payment }: OrderPlaced,
): Promise<Outcome> {
  if (payment.action === "none") return await received(ports, order, "received");
  if (payment.action === "redirect" && payment.redirectUrl) {
    return { type: "redirect", url: payment.redirectUrl, order };
  }
  // The provider was silent.
  return await pay(ports, wanted, order);
}

async function pay(ports: CheckoutPorts, wanted: Wanted, order: StandingOrder): Promise<Outcome> {
  try {
    const { action, redirectUrl, errorCode } = await persistently(ports, () => ports.pay(order, wanted));
    if (action === "completed") return await received(ports, order, "received");
    if (action === "redirect" && redirectUrl) return { type: "redirect", url: redirectUrl, order };
    return { type: "not-paid", order, method: wanted.body.paymentMethod ?? null, errorCode };
  } catch (error) {
    if (!isGone(error) && !(error instanceof ApiError && PAY_IS_OVER.has(error.code))) throw error;
    const now = await standing(ports, order);
    if (now === "received") return await received(ports, order, "received");
    if (now === "waiting") throw error;
    strike(ports, order);
    return await placeAnew(ports, wanted);
  }
}

/** What `pay` says of an order that does not wait for money any more. */
const PAY_IS_OVER: ReadonlySet<string> = new Set(["payment-error", "order/expired-unpaid"]);

/** The order is received: its lines leave the cart, and nothing is left to find out. */
async function received(
  ports: CheckoutPorts,
  order: StandingOrder,
  type: "received" | "received-earlier",
): Promise<Outcome> {
  const { attempt } = ports.read();
  ports.tellBought(order, attempt);
  try {
    if (attempt) await ports.takeOut(linesIn(newestOf(attempt)));
    forget(ports);
  } catch (error) {
    // The cart could not be priced: the order is received all the same, and whoever asks next empties the cart.
    if (!(error instanceof ApiError)) throw error;
  }
  return { type, order };
}

/** Looks what became of the order that was placed last; the cart loses its lines once it is received (CK-08). */
export function settle(ports: CheckoutPorts): Promise<Settled> {
  return ports.alone(async () => {
    const order = ports.read().attempt?.order;
    if (!order) return { state: "none" };
    const state = await standing(ports, order).catch((error: unknown) => {
      if (error instanceof ApiError) return "unknown" as const;
      throw error;
    });
    if (state === "received") await received(ports, order, "received");
    if (state === "over") strike(ports, order);
    return { state, order };
  });
}

/** What became of the order that was placed last. */
export type Settled =
  { state: "none" } | { state: "waiting" | "received" | "over" | "unknown"; order: StandingOrder };

function keep(ports: CheckoutPorts, attempt: Attempt, placed: OrderPlaced): StandingOrder {
  const order = { orderId: placed.orderId, orderKey: placed.orderKey, payable: placed.payable };
  const isNews = ports.read().attempt?.order?.orderId !== order.orderId;
  const acceptedAt = isNews ? ports.now() : ports.read().acceptedAt;
  const bodies = attempt.bodies.slice(-1).map(withoutPin);
  ports.write({ attempt: { ...attempt, bodies, isUnsure: false, order }, acceptedAt });
  ports.remember(order);
  return order;
}

/** The order is no more. */
function strike(ports: CheckoutPorts, order: StandingOrder): void {
  ports.strike(order);
  forget(ports);
}

function forget(ports: CheckoutPorts): void {
  ports.write({ ...ports.read(), attempt: null });
}

function isTooSoon(ports: CheckoutPorts): boolean {
  const { acceptedAt } = ports.read();
  return acceptedAt !== null && ports.now() - acceptedAt < BETWEEN_ORDERS_MS;
}

/** Makes a call again while nobody answers it: all of them may be made twice. */
async function persistently<T>(ports: CheckoutPorts, call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isNoAnswer(error) || tries === RETRIES) throw error;
      await ports.pause(RETRY_MS * 2 ** tries);
    }
  }
}

/** Whether it is not known what the server did: no answer, one of something else, its own fault, or still at work. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code } = error;
  if (code === "network/unreachable" || code === "request/in-progress") return true;
  return error.status >= SERVER_FAULT;
}

/** From this HTTP status on it is the server's own fault. */
const SERVER_FAULT = 500;

/** What is said of an order that is no more, or that cannot be asked for any more. */
const GONE: ReadonlySet<string> = new Set(["order/not-found", "order/expired"]);

function isGone(error: unknown): boolean {
  return error instanceof ApiError && GONE.has(error.code);
}

function newestOf({ bodies }: Attempt): string {
  return bodies.at(-1) ?? "";
}

/** So many bodies under one key are looked through; more changes than these while nobody answers are not to be expected. */
const BODIES = 8;

function withLast(bodies: readonly string[], body: string): readonly string[] {
  return [...bodies.filter((one) => one !== body), body].slice(-BODIES);
}
