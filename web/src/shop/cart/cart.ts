/** The cart of this tab, driven: does in the world what `queue.ts` decides, and shows what comes of it. */
import { createStore } from "zustand/vanilla";
import { logFailure } from "../../lib/log";
import { randomId } from "../../lib/randomId";
import { runMachine } from "../../live/machine";
import { judge, report } from "../errors/problems";
import { noteFallenCodes } from "./fallenCodes";
import type { ShopProblem } from "../errors/problem";
import type { CartAction } from "./action";
import { applyAction } from "./applyAction";
import { drivingDistance, holdPrice, isAway, priceCart } from "./calls";
import { NEW_ORDER, type Order } from "./order";
import { type QueueEffect, type QueueEvent, type QueueState, queueOf, shownOrder, stepQueue } from "./queue";
import { keepOrder, keptOrder, ORDER_KEY, readOrder } from "./storage";
import { tellAsked } from "./asked";

/** What is shown of the cart. */
export interface CartView {
  /** With all that was asked for already done. */
  order: Order;
  /** Whether something runs or waits that a person asked for. */
  isBusy: boolean;
}

/** An action that was not done; what a person must know has been told to `shop/errors`. */
export class CartActionError extends Error {
  constructor() {
    super("the action was not done");
    this.name = "CartActionError";
  }
}

/** No line has less than one of anything: who wants none takes it out (CA-04). */
export class QuantityError extends RangeError {
  constructor() {
    super("Can not set quantity below 1");
    this.name = "QuantityError";
  }
}

/** What is shown of this tab's cart. */
export const cartStore = createStore<CartView>()(() => ({ order: NEW_ORDER, isBusy: false }));

/** Who must know that the server found fault with products (PR-25). */
const faultListeners = new Set<() => void>();
const settlers = new Map<string, { done(): void; failed(): void }>();
let retryTimer: ReturnType<typeof setTimeout> | undefined;

const queue = runMachine<QueueState, QueueEvent, QueueEffect>({
  first: queueOf(keptOrder() ?? NEW_ORDER),
  step: (state, event) => stepQueue(state, event, { now: Date.now() }),
  run,
  settled: show,
});
show();

/**
 * Does an action after those before it. Resolves when the server's verdict is kept, or the action alone while the network is
 * away; rejects where it was not done. It is shown at once.
 */
export function dispatch(action: CartAction, isQuiet = false): Promise<void> {
  if (action.type === "replaceItem" && action.quantity < 1) return Promise.reject(new QuantityError());
  if (!isQuiet) tellAsked({ action, order: cartStore.getState().order });
  const id = randomId();
  const promise = new Promise<void>((resolve, reject) => {
    settlers.set(id, { done: resolve, failed: () => reject(new CartActionError()) });
  });
  // Who does not wait for it has been told by `shop/errors`.
  promise.catch(() => undefined);
  queue.send({ type: "asked", asked: { id, action, isQuiet } });
  return promise;
}

/** Prices the order again without telling anybody, unless that already waits to be done. */
export function revalidateQuietly(): void {
  const isWaiting = queue.state().waiting.some(({ action }) => action.type === "revalidate");
  if (!isWaiting) void dispatch({ type: "revalidate" }, true);
}

/** Calls back whenever the server finds fault, until the returned function is called. */
export function onFaults(listener: () => void): () => void {
  faultListeners.add(listener);
  return () => faultListeners.delete(listener);
}

/** The network may be back, or this is a new visit: what is not priced is. */
export function comeBack(): void {
  queue.send({ type: "back", id: randomId() });
}

/** The page may be closed now. */
export function leave(): void {
  queue.send({ type: "leaving" });
}

/** Whether nobody could be asked at last: the order has no verdict of now. */
export function isUnheard(): boolean {
  return queue.state().isAway;
}

/** Another tab has changed what is kept. */
export function hearStorage({ key, newValue }: Pick<StorageEvent, "key" | "newValue">): void {
  if (key !== ORDER_KEY) return;
  const kept = readOrder(newValue);
  if (kept.type === "order") queue.send({ type: "received", order: kept.order });
  if (kept.type === "foreign-version") queue.send({ type: "foreign-version" });
}

function show() {
  const state = queue.state();
  const asked = state.run ? [state.run.asked, ...state.waiting] : state.waiting;
  cartStore.setState({ order: shownOrder(state), isBusy: asked.some(({ isQuiet }) => !isQuiet) });
}

function run(effect: QueueEffect): void {
  switch (effect.type) {
    case "get-token":
      return void holdPrice(effect.method).then((held) =>
        queue.send({ type: "token", run: effect.run, held }),
      );
    case "price":
      return void priceCart(effect.body).then(
        (priced) => queue.send({ type: "priced", run: effect.run, priced }),
        (error: unknown) => {
          logFailure("pricing the cart", error);
          queue.send({ type: "failed", run: effect.run, isAway: isAway(error) });
        },
      );
    case "keep":
      return void locked(() => keep(effect));
    case "keep-now":
      return keepNow(effect);
    case "settle":
      return settle(effect);
    case "judge":
      return tellFaults(effect.problems, effect.isFaulty);
    case "report":
      return report(effect.problem);
    case "measure":
      return void measure(effect);
    case "try-again-in":
      clearTimeout(retryTimer);
      retryTimer = setTimeout(comeBack, effect.ms);
      return;
    case "reload":
      return window.location.reload();
  }
}

/** Keeps the order if no other tab has kept a newer one; alone where the browser has locks. */
function keep({ run: number, base, order }: Extract<QueueEffect, { type: "keep" }>) {
  const newest = newestOrder();
  const isOurs = newest.revision === base;
  if (isOurs) keepOrder(order);
  queue.send({ type: "kept", run: number, isOurs, order: isOurs ? order : newest });
}

function keepNow({ actions }: Extract<QueueEffect, { type: "keep-now" }>) {
  const newest = newestOrder();
  const done = actions.reduce((order, { action, id }) => applyAction(order, action, id).order, newest);
  const order = { ...done, revision: newest.revision + 1 };
  keepOrder(order);
  queue.send({ type: "received", order });
}

/** What is kept, or what is known, where storage is forbidden. */
function newestOrder(): Order {
  const known = queue.state().order;
  const kept = keptOrder();
  return kept && kept.revision > known.revision ? kept : known;
}

async function locked(act: () => void): Promise<void> {
  // Missing where the page came over plain HTTP.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return act();
  await locks.request(ORDER_KEY, act);
}

function settle({ id, isDone }: Extract<QueueEffect, { type: "settle" }>) {
  const settler = settlers.get(id);
  settlers.delete(id);
  if (isDone) settler?.done();
  else settler?.failed();
}

function tellFaults(problems: readonly ShopProblem[], isFaulty: boolean) {
  judge(problems);
  noteFallenCodes(problems, queue.state().order.promotionCodes);
  if (isFaulty) for (const listener of faultListeners) listener();
}

async function measure({ method }: Extract<QueueEffect, { type: "measure" }>) {
  const kilometres = await drivingDistance(method);
  const { restaurantId, address } = method;
  if (kilometres === null || !address) return;
  const { latitude, longitude } = address;
  await dispatch({ type: "setDistance", restaurantId, latitude, longitude, kilometres }, true);
}
