/** A person before a page: sees every change of a watch, and knows what must never be seen. */
import type { StatusEntry } from "../../api/wire";
import type { Watch } from "../live";
import { isOver } from "../rules";
import type { OrderState, Version } from "../topics/order/state";
import type { Mode } from "../topics/delivery";
import { keyOf, type ModelServer } from "./modelServer";
import type { World } from "./world";

/** What the watcher needs to know to judge. */
export interface Expectations {
  world: World;
  server: ModelServer;
  /** When anything was last heard on a line, ms of the world. */
  heardAt: number;
  /** Whether the server has sent a line away, so that polling is as good as live. */
  sentAway: boolean;
  /** What was seen that must not be. */
  complaints: string[];
}

/** Two beats of silence, and the grace after them; then no page may say that it is live. */
const LIVE_AT_MOST_MS = 30_000 + 6_000 + 5_000;
/** What a slow network may hide of the server's clock. */
const CLOCK_OFF_AT_MOST_MS = 6_000;
/** No trouble is shown sooner. */
const NO_TROUBLE_BEFORE_MS = 5_000;

/** Sees, and complains of what must not be. */
export class Watcher {
  private seen: OrderState | null = null;
  private seenRestores: number;
  private mode: Mode = "opening";
  /** When it was opened, or became live. */
  private calmSince: number;

  constructor(
    readonly watch: Watch,
    readonly orderId: string,
    private readonly expect: Expectations,
    /** Who joins a page that has long been open may find trouble there. */
    joined: "new page" | "open page",
  ) {
    this.calmSince = joined === "new page" ? expect.world.time : -Infinity;
    this.seenRestores = watch.getState().order ? -1 : expect.server.restores;
    this.mode = watch.getState().mode;
    watch.subscribe(() => this.look());
    this.look();
  }

  /** Whether this page could tell a state of these numbers from what it knows. */
  tellsApart({ seq, rev }: Version): boolean {
    if (this.seenRestores === this.expect.server.restores || !this.seen) return true;
    return seq <= this.seen.seq && rev < this.seen.rev;
  }

  /** What holds at any moment. */
  check() {
    const { mode } = this.watch.getState();
    const { world, heardAt } = this.expect;
    if (mode === "live" && world.time - heardAt > LIVE_AT_MOST_MS && !world.isHidden) {
      this.complain(`live, but nothing was heard for ${world.time - heardAt} ms`);
    }
  }

  /** What holds when nothing has gone wrong for a while. */
  checkAtRest() {
    this.look();
    const { order, mode, problem, end, clockOffset } = this.watch.getState();
    if (order && Math.abs(clockOffset - this.expect.world.behindMs) > CLOCK_OFF_AT_MOST_MS)
      this.complain(`the server's clock is taken for ${clockOffset} ms ahead`);
    const { status, order: truth } = this.expect.server.poll(this.orderId, keyOf(this.orderId));
    if (status === 404) return this.agree([mode, problem], ["ended", "not-found"]);
    if (problem === "expired" || end === "expired") return this.agree(status, 410);
    if (status !== 200 || !truth) return this.agree(mode, "ended");
    if (!order) return this.complain("nothing is shown");
    this.agree(problem, null);
    if (mode === "ended") {
      if (!isOver(order)) this.complain("ended, but the order is not over");
      if (this.seenRestores < this.expect.server.restores) return;
      return this.agree(order.statusHistory, truth.statusHistory.slice(0, order.seq + 1));
    }
    if (!(this.expect.sentAway && mode === "polling")) this.agree(mode, "live");
    for (const field of ["seq", "rev", "statusHistory", "estimate", "stopsBefore", "batchData"] as const) {
      this.agree(order[field], truth[field]);
    }
    this.agree(order.orderInfo.status, truth.orderInfo.status);
    this.checkCarAtRest(order, mode);
  }

  /** No frame says that a car has gone silent: a live page sees it by its age, a polling one is told. */
  private checkCarAtRest({ car }: OrderState, mode: Mode) {
    const truth = this.expect.server.car(this.orderId);
    if (truth || mode === "polling") this.agree(car, truth);
  }

  /** Every single change. */
  private look() {
    const { order, mode, problem } = this.watch.getState();
    if (order && order !== this.seen) this.lookAt(order);
    const { time, isCut } = this.expect.world;
    // What the browser says is said at once.
    const isOffline = mode === "offline" && this.mode !== "offline" && !isCut;
    const trouble = isOffline || problem === "failed" || problem === "unreachable";
    if (trouble && time - this.calmSince < NO_TROUBLE_BEFORE_MS) this.complain("trouble is shown too soon");
    if (mode === "live" && this.mode !== "live") this.calmSince = time;
    this.mode = mode;
  }

  private lookAt(order: OrderState) {
    const { server } = this.expect;
    if (this.seen && goesBack(order, this.seen)) {
      if (this.seenRestores === server.restores)
        this.complain(`went back from ${of(this.seen)} to ${of(order)}`);
      this.seenRestores = server.restores;
    }
    const before = this.seen;
    this.seen = order;
    order.statusHistory.forEach((entry, index) => this.agree(entry.seq, index));
    this.agree(order.statusHistory.at(-1)?.status, order.orderInfo.status);
    this.agree(order.statusHistory.length, order.seq + 1);
    const histories = server.histories.get(this.orderId) ?? [];
    if (!histories.some((history) => isPrefix(order.statusHistory, history)))
      this.complain("a history that never was");
    if (order.car && order.orderInfo.status !== 8) this.complain("a car that is not on its way");
    if (order.car && before?.car && order.car.at < before.car.at)
      this.complain("a car that went back in time");
    const last = histories.at(-1);
    if (last && isPrefix(order.statusHistory, last) && order.rev <= server.order(this.orderId).rev) {
      this.seenRestores = server.restores;
    }
  }

  private agree(got: unknown, wanted: unknown) {
    if (JSON.stringify(got) !== JSON.stringify(wanted)) {
      this.complain(`${JSON.stringify(got)} should be ${JSON.stringify(wanted)}`);
    }
  }

  private complain(what: string) {
    const { world, complaints } = this.expect;
    complaints.push(
      `order ${this.orderId}, ${this.watch.getState().mode}, at ${Math.round(world.time)} ms: ${what}`,
    );
  }
}

function goesBack(next: Version, before: Version): boolean {
  return next.seq < before.seq || next.rev < before.rev;
}

function isPrefix(part: StatusEntry[], whole: StatusEntry[]): boolean {
  return part.every((entry, index) => entry.at === whole[index]?.at);
}

function of({ seq, rev }: Version): string {
  return `${seq}/${rev}`;
}
