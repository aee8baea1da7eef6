/**
 * The queue of the cart's actions, as a machine (CA-27 to CA-31): one runs at a time. It is applied to the newest kept order,
 * priced, and kept with the verdict, if no other tab has kept a newer one meanwhile; else it begins anew on that.
 * While the network is away, actions are kept unpriced, and priced together when it is back.
 */
import type { CartBody, PricedCart } from "../../api/wire";
import { stepBy, type Turn as AnyTurn } from "../../live/machine";
import type { ShopProblem } from "../errors/problem";
import { DELIVERY_FEE_CHANGED, UNEXPECTED_FAILURE } from "../texts";
import type { CartAction } from "./action";
import { applyAction, changeOrder } from "./applyAction";
import { canBePriced, cartBodyOf } from "./body";
import { NO_TOKEN } from "./method";
import type { Order, OrderMethod } from "./order";
import { applyVerdict } from "./verdict";

/** An action that waits or runs; `id` is unique among all tabs. */
export interface Asked {
  readonly id: string;
  readonly action: CartAction;
  /** Whether nobody waits for it: it makes nobody busy, and tells of no failure. */
  readonly isQuiet: boolean;
}

/** A fee that the server holds. */
export interface HeldPrice {
  readonly token: string;
  readonly deliveryFee: number;
  readonly expiresAt: string;
}

/** What has become of the action that runs. */
interface Run {
  /** Counts the attempts of all actions; an answer to another is late. */
  readonly number: number;
  readonly asked: Asked;
  /** The revision of the order that it was applied to. */
  readonly base: number;
  readonly draft: Order;
  readonly phase: "token" | "price" | "keep";
  /** Whether a token has been asked for; once an attempt is enough. */
  readonly hasAskedToken: boolean;
  /** What the server found, once it has judged. */
  readonly problems: readonly ShopProblem[] | null;
  /** Whether the fee that is held is another than before (PR-11). */
  readonly hasFeeChanged: boolean;
}

/** All that the queue knows. */
export interface QueueState {
  /** The newest order that is kept. */
  readonly order: Order;
  readonly waiting: readonly Asked[];
  readonly run: Run | null;
  readonly runs: number;
  /** Whether the last call found no network. */
  readonly isAway: boolean;
  /** How often in a row it found none. */
  readonly misses: number;
}

/** What happens to the queue. */
export type QueueEvent =
  | { type: "asked"; asked: Asked }
  | { type: "token"; run: number; held: HeldPrice | null }
  | { type: "priced"; run: number; priced: PricedCart }
  | { type: "failed"; run: number; isAway: boolean }
  /** Ours was kept; or not, because a newer one, `order`, is. */
  | { type: "kept"; run: number; isOurs: boolean; order: Order }
  /** Another tab has kept an order. */
  | { type: "received"; order: Order }
  | { type: "foreign-version" }
  /** The network may be back. */
  | { type: "back"; id: string }
  /** The page may be closed at any moment. */
  | { type: "leaving" };

/** What is to be done. */
export type QueueEffect =
  | { type: "get-token"; run: number; method: OrderMethod }
  | { type: "price"; run: number; body: CartBody }
  /** Keeps `order` if the kept one is still of revision `base`. */
  | { type: "keep"; run: number; base: number; order: Order }
  /** Does and keeps these at once, whatever another tab does: there is no time. */
  | { type: "keep-now"; actions: readonly Asked[] }
  | { type: "settle"; id: string; isDone: boolean }
  /** The server's faults, in the place of those of its verdict before. */
  | { type: "judge"; problems: readonly ShopProblem[]; isFaulty: boolean }
  | { type: "report"; problem: ShopProblem }
  | { type: "measure"; method: OrderMethod }
  | { type: "try-again-in"; ms: number }
  | { type: "reload" };

/** What the machine may know of the world: epoch ms. */
export interface QueueMoment {
  readonly now: number;
}

type Turn = AnyTurn<QueueState, QueueEffect, QueueMoment>;

const FIRST_AGAIN_MS = 2_000;
const LAST_AGAIN_MS = 30_000;

/** A queue in which nothing waits. */
export function queueOf(order: Order): QueueState {
  return { order, waiting: [], run: null, runs: 0, isAway: false, misses: 0 };
}

/** The order as it is shown: with all that waits already done (CA-28). */
export function shownOrder({ order, run, waiting }: QueueState): Order {
  const running = run ? run.draft : order;
  return waiting.reduce((shown, { action, id }) => applyAction(shown, action, id).order, running);
}

/** The next state of the queue, and what is to be done about an event. */
export const stepQueue = stepBy<QueueState, QueueEvent, QueueEffect, QueueMoment>((turn, event) => {
  switch (event.type) {
    case "asked":
      change(turn, { waiting: [...turn.state.waiting, event.asked] });
      return beginNext(turn);
    case "token":
      return inRun(turn, event.run, "token", (run) => takeToken(turn, run, event.held));
    case "priced":
      return inRun(turn, event.run, "price", (run) => takeVerdict(turn, run, event.priced));
    case "failed":
      return inRun(turn, event.run, "price", (run) =>
        event.isAway ? keepUnpriced(turn, run) : fail(turn, run),
      );
    case "kept":
      return inRun(turn, event.run, "keep", (run) => takeKept(turn, run, event.isOurs, event.order));
    case "received":
      if (event.order.revision > turn.state.order.revision) change(turn, { order: event.order });
      return;
    case "foreign-version":
      return void turn.effects.push({ type: "reload" });
    case "back":
      return comeBack(turn, event.id);
    case "leaving":
      return leave(turn);
  }
});

// One action

function beginNext(turn: Turn) {
  const [asked, ...waiting] = turn.state.waiting;
  if (turn.state.run || !asked) return;
  change(turn, { waiting });
  begin(turn, asked);
}

function begin(turn: Turn, asked: Asked) {
  const { order, runs } = turn.state;
  const { order: draft, problem } = applyAction(order, asked.action, asked.id);
  if (problem) {
    turn.effects.push({ type: "report", problem }, { type: "settle", id: asked.id, isDone: false });
    return end(turn);
  }
  const number = runs + 1;
  const fresh = {
    number,
    asked,
    base: order.revision,
    draft,
    hasAskedToken: false,
    problems: null,
    hasFeeChanged: false,
  };
  change(turn, { runs: number, run: { ...fresh, phase: "token" } });
  advance(turn);
}

/** Asks for what the running action still lacks. */
function advance(turn: Turn) {
  const { run, isAway } = turn.state;
  if (!run) return;
  const { number, draft, hasAskedToken } = run;
  const needsPrice = isPricedAnew(run.asked.action) && !isAway;
  if (needsPrice && !hasAskedToken && draft.method && lacksToken(draft, turn.at.now)) {
    changeRun(turn, { phase: "token", hasAskedToken: true });
    return void turn.effects.push({ type: "get-token", run: number, method: draft.method });
  }
  if (!needsPrice) return keep(turn, draft, null);
  const body = canBePriced(draft) ? cartBodyOf(draft) : null;
  if (!body) return keep(turn, draft.priced ? { ...draft, priced: null, isPriced: false } : draft, []);
  changeRun(turn, { phase: "price" });
  turn.effects.push({ type: "price", run: number, body });
}

function takeToken(turn: Turn, { draft }: Run, held: HeldPrice | null) {
  if (held) {
    const hasFeeChanged = draft.heldDeliveryFee !== null && draft.heldDeliveryFee !== held.deliveryFee;
    const price = {
      deliveryPriceToken: held.token,
      deliveryPriceExpiresAt: held.expiresAt,
      heldDeliveryFee: held.deliveryFee,
    };
    changeRun(turn, { draft: changeOrder(draft, price), hasFeeChanged });
  }
  advance(turn);
}

function takeVerdict(turn: Turn, run: Run, priced: PricedCart) {
  change(turn, { isAway: false, misses: 0 });
  if (turn.state.order.revision !== run.base) return begin(turn, run.asked);
  const verdict = applyVerdict(run.draft, priced, turn.at.now);
  const draft = changeOrder(run.draft, NO_TOKEN);
  // Where there is none to be had, asking again would never end.
  if (verdict.wantsToken && !run.hasAskedToken && lacksToken(draft, turn.at.now)) {
    changeRun(turn, { draft });
    return advance(turn);
  }
  const feeProblems = run.hasFeeChanged ? [DELIVERY_FEE_CHANGED] : [];
  keep(turn, verdict.order, [...verdict.problems, ...feeProblems]);
}

/** The network is away: what was done is kept, and priced when it is back. */
function keepUnpriced(turn: Turn, run: Run) {
  const misses = turn.state.misses + 1;
  change(turn, { isAway: true, misses });
  turn.effects.push({
    type: "try-again-in",
    ms: Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (misses - 1)),
  });
  keep(turn, run.draft, null);
}

function keep(turn: Turn, next: Order, problems: readonly ShopProblem[] | null) {
  const { run, order } = turn.state;
  if (!run) return;
  const kept = { ...next, revision: run.base + 1 };
  changeRun(turn, { phase: "keep", draft: kept, problems });
  if (next === order) return takeKept(turn, run, true, order);
  turn.effects.push({ type: "keep", run: run.number, base: run.base, order: kept });
}

function takeKept(turn: Turn, { asked }: Run, isOurs: boolean, order: Order) {
  if (order.revision >= turn.state.order.revision) change(turn, { order });
  if (!isOurs) return begin(turn, asked);
  const problems = turn.state.run?.problems ?? null;
  if (problems) {
    const isFaulty = order.priced?.validationResult.isValid === false;
    turn.effects.push({ type: "judge", problems, isFaulty });
  }
  if (asked.action.type === "setMethod" && order.method?.address) {
    turn.effects.push({ type: "measure", method: order.method });
  }
  turn.effects.push({ type: "settle", id: asked.id, isDone: true });
  end(turn);
}

/** The server refused: the action is dropped, the next one runs (CA-30). */
function fail(turn: Turn, { asked }: Run) {
  if (!asked.isQuiet) turn.effects.push({ type: "report", problem: UNEXPECTED_FAILURE });
  turn.effects.push({ type: "settle", id: asked.id, isDone: false });
  end(turn);
}

function end(turn: Turn) {
  change(turn, { run: null });
  beginNext(turn);
}

// The network, and the end of the page

function comeBack(turn: Turn, id: string) {
  const { isAway, order, waiting, run } = turn.state;
  if (!isAway && (order.isPriced || !canBePriced(order))) return;
  change(turn, { isAway: false });
  if (run || waiting.length > 0) return;
  change(turn, { waiting: [{ id, action: { type: "revalidate" }, isQuiet: true }] });
  beginNext(turn);
}

/** What is under way may never be answered: it is kept as it is shown, and priced by the next visit. */
function leave(turn: Turn) {
  const { run, waiting } = turn.state;
  const actions = [...(run ? [run.asked] : []), ...waiting].filter(
    ({ action }) => action.type !== "revalidate",
  );
  if (actions.length === 0) return;
  turn.effects.push({ type: "keep-now", actions });
  for (const { id } of actions) turn.effects.push({ type: "settle", id, isDone: true });
  change(turn, { run: null, waiting: [] });
}

// What an action needs

/** What only this browser needs to know is not priced. */
function isPricedAnew({ type }: CartAction): boolean {
  return type !== "setDistance";
}

function lacksToken({ method, deliveryPriceToken, deliveryPriceExpiresAt }: Order, now: number): boolean {
  if (method?.orderType !== "delivery" || !method.address || method.zoneId === null) return false;
  return deliveryPriceToken === null || Date.parse(deliveryPriceExpiresAt ?? "") <= now;
}

// What changes

function inRun(turn: Turn, number: number, phase: Run["phase"], take: (run: Run) => void) {
  const { run } = turn.state;
  if (run?.number === number && run.phase === phase) take(run);
}

function change(turn: Turn, parts: Partial<QueueState>) {
  turn.state = { ...turn.state, ...parts };
}

function changeRun(turn: Turn, parts: Partial<Run>) {
  const { run } = turn.state;
  if (run) change(turn, { run: { ...run, ...parts } });
}
