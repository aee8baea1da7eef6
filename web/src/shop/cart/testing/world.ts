/** Tabs with one storage and one server, in which everything happens in whatever order it is told to. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { anOrder, newItem, pricedCart } from "../../testing/orders";
import { applyAction } from "../applyAction";
import type { CartAction } from "../action";
import { type Order, ORDER_VERSION } from "../order";
import { type QueueEffect, type QueueEvent, type QueueState, queueOf, shownOrder, stepQueue } from "../queue";
import { type Machine, runMachine } from "../../../live/machine";

/** What is done to the world. */
export type Step =
  | { what: "add" | "decrease"; tab: number; product: number }
  | { what: "contact"; tab: number }
  | { what: "happen"; which: number }
  | { what: "network"; isUp: boolean }
  | { what: "refuse" }
  | { what: "reopen"; tab: number };

type Tab = Machine<QueueState, QueueEvent>;

const TABS = 3;

/** The world; see above. */
export class CartWorld {
  readonly tally = { done: 0, refused: 0, again: 0, unpriced: 0 };
  /** As it would be read back: a text. */
  private stored = JSON.stringify(anOrder({ items: [] }));
  private readonly tabs: Tab[] = [];
  private pending: (() => void)[] = [];
  private isUp = true;
  private refusals = 0;
  private ids = 0;
  private readonly asked = new Map<string, CartAction>();
  private readonly settled = new Map<string, boolean>();
  /** Actions in the order in which they were kept. */
  private readonly kept: string[] = [];

  constructor() {
    for (let index = 0; index < TABS; index += 1) this.tabs.push(this.open());
  }

  do(step: Step) {
    switch (step.what) {
      case "add":
        return this.ask(step.tab, {
          type: "addItem",
          item: newItem({ productId: `p${step.product}`, sizeId: `${this.ids % 2}` }),
        });
      case "decrease":
        return this.decrease(step.tab, `p${step.product}`);
      case "contact":
        return this.ask(step.tab, { type: "setContact", contact: { name: `Aino ${this.ids}` } });
      case "happen":
        return this.happen(step.which);
      case "network":
        this.isUp = step.isUp;
        return;
      case "refuse":
        this.refusals = Math.min(2, this.refusals + 1);
        return;
      case "reopen":
        return this.reopen(step.tab);
    }
  }

  /** The network is back, and whatever is under way ends. */
  comeToRest() {
    this.isUp = true;
    this.refusals = 0;
    for (let round = 0; round < 4; round += 1) {
      for (const tab of this.tabs) tab.send({ type: "back", id: this.newId() });
      while (this.pending.length > 0) this.happen(0);
    }
  }

  check() {
    const order = this.read();
    equal(order.version, ORDER_VERSION);
    for (const tab of this.tabs) {
      deepEqual(shownOrder(tab.state()), order);
      equal(tab.state().run, null);
      deepEqual(tab.state().waiting, []);
    }
    for (const id of this.asked.keys()) ok(this.settled.has(id), id);
    // What was done is what was kept, each once; done again in that order it makes the same order.
    const done = [...this.settled].filter(([, isDone]) => isDone).map(([id]) => id);
    deepEqual(this.kept.toSorted(), done.toSorted());
    const again = this.kept.reduce<Order>(
      (before, id) => applyAction(before, this.asked.get(id) ?? { type: "revalidate" }, id).order,
      anOrder({ items: [] }),
    );
    const shape = ({ items, contact }: Order) => ({
      items: items.map(({ productId, sizeId, quantity, uuid }) => ({ productId, sizeId, quantity, uuid })),
      contact,
    });
    deepEqual(shape(order), shape(again));
    equal(order.isPriced, order.items.length > 0);
    const lines = order.priced?.orderItems.map(({ uuid, quantity }) => [uuid, quantity]) ?? [];
    deepEqual(
      lines,
      order.items.map(({ uuid, quantity }) => [uuid, quantity]),
    );
  }

  private ask(index: number, action: CartAction) {
    const id = this.newId();
    this.asked.set(id, action);
    this.tabs[index]?.send({ type: "asked", asked: { id, action, isQuiet: false } });
  }

  private decrease(index: number, productId: string) {
    const tab = this.tabs[index];
    const item = tab && shownOrder(tab.state()).items.find((known) => known.productId === productId);
    if (item) this.ask(index, { type: "decreaseItem", uuid: item.uuid });
  }

  private happen(which: number) {
    const [next] = this.pending.splice(which % Math.max(1, this.pending.length), 1);
    next?.();
  }

  private open(): Tab {
    const tab: Tab = runMachine<QueueState, QueueEvent, QueueEffect>({
      first: queueOf(this.read()),
      step: (state, event) => stepQueue(state, event, { now: 0 }),
      run: (effect) => this.run(effect, tab),
    });
    return tab;
  }

  private reopen(index: number) {
    this.tabs[index]?.send({ type: "leaving" });
    this.tabs[index] = this.open();
    this.tabs[index].send({ type: "back", id: this.newId() });
  }

  private run(effect: QueueEffect, tab: Tab) {
    switch (effect.type) {
      case "price": {
        const fingerprint = JSON.stringify(effect.body);
        this.pending.push(() => this.answer(effect.run, fingerprint, tab));
        return;
      }
      case "keep":
        this.pending.push(() => this.keep(effect, tab));
        return;
      case "keep-now":
        return this.keepNow(effect, tab);
      case "settle":
        if (!this.asked.has(effect.id)) return;
        ok(!this.settled.has(effect.id), "each is settled once");
        this.settled.set(effect.id, effect.isDone);
        this.tally[effect.isDone ? "done" : "refused"] += 1;
        return;
      case "try-again-in":
        this.tally.unpriced += 1;
        this.pending.push(() => tab.send({ type: "back", id: this.newId() }));
        return;
      default:
    }
  }

  private answer(run: number, body: string, tab: Tab) {
    if (!this.isUp) return tab.send({ type: "failed", run, isAway: true });
    if (this.refusals > 0) {
      this.refusals -= 1;
      return tab.send({ type: "failed", run, isAway: false });
    }
    tab.send({ type: "priced", run, priced: pricedCart(JSON.parse(body)) });
  }

  private keep({ run, base, order }: Extract<QueueEffect, { type: "keep" }>, tab: Tab) {
    const newest = this.read();
    const isOurs = newest.revision === base;
    const asked = tab.state().run?.asked.id;
    if (isOurs) {
      this.write(order, tab);
      if (asked !== undefined && this.asked.has(asked)) this.kept.push(asked);
    } else this.tally.again += 1;
    tab.send({ type: "kept", run, isOurs, order: isOurs ? order : newest });
  }

  private keepNow({ actions }: Extract<QueueEffect, { type: "keep-now" }>, tab: Tab) {
    const newest = this.read();
    const done = actions.reduce((order, { action, id }) => applyAction(order, action, id).order, newest);
    const order = { ...done, revision: newest.revision + 1 };
    this.write(order, tab);
    this.kept.push(...actions.map(({ id }) => id).filter((id) => this.asked.has(id)));
    tab.send({ type: "received", order });
  }

  private read(): Order {
    return JSON.parse(this.stored);
  }

  private write(order: Order, writer: Tab) {
    this.stored = JSON.stringify(order);
    for (const tab of this.tabs) {
      if (tab !== writer) this.pending.push(() => tab.send({ type: "received", order }));
    }
  }

  private newId(): string {
    this.ids += 1;
    return `id${this.ids}`;
  }
}
