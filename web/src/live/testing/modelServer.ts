/**
 * A server that keeps the contract, as small as it can be: the truth of its orders, and what it says on lines and to
 * polls. It can be restored from a backup, refuse, forget to send a status, and go away.
 */
import type {
  CarPosition,
  ClientFrame,
  EstimateFrame,
  MessageCode,
  OrderTracking,
  ServerFrame,
  StatusEntry,
  StatusFrame,
} from "../../api/wire";
import { anOrder, at } from "./orders";

const MISSED_AT_MOST = 32;

/** Where a line's frames go. */
export interface ModelLine {
  send(frame: ServerFrame): void;
  /** The orders it is subscribed to. */
  subscribed: Set<string>;
}

interface Kept {
  order: OrderTracking;
  /** The `rev` of each status, by `seq`. */
  revs: number[];
}

/** The truth, and those who listen to it. */
export class ModelServer {
  readonly lines = new Set<ModelLine>();
  /** How often it was restored from a backup. */
  restores = 0;
  /** Every history that was ever true, of each order. */
  readonly histories = new Map<string, StatusEntry[][]>();
  /** Whether missed statuses carry the present `rev` instead of their own; the contract allows both. */
  missedCarryPresentRev = false;
  /** Whether subscriptions are refused for want of room. */
  full = false;

  /** The newest positions; no backup has them. */
  private readonly cars = new Map<string, CarPosition>();
  private kept = new Map<string, Kept>();
  private backup = new Map<string, Kept>();
  /** By the clock, which no restore turns back. */
  private readonly expired = new Set<string>();
  private ticks = 0;

  register(orderId: string, order: OrderTracking = anOrder({ orderId })) {
    this.kept.set(orderId, { order, revs: [order.rev] });
    this.histories.set(orderId, [order.statusHistory]);
    this.save();
  }

  order(orderId: string): OrderTracking {
    return this.find(orderId).order;
  }

  /** Commits a status and announces it, but for the lines that `forgets` names. */
  commitStatus(orderId: string, status: number, forgets: (line: ModelLine) => boolean = () => false) {
    const kept = this.find(orderId);
    const { order } = kept;
    const seq = order.seq + 1;
    const entry: StatusEntry = { seq, status, at: this.tick(), source: "kitchen" };
    kept.revs.push(order.rev + 1);
    this.change(orderId, {
      seq,
      orderInfo: { ...order.orderInfo, status },
      statusHistory: [...order.statusHistory, entry],
      batchData: status >= 5 ? { estimatedMinutesFromBatchStart: seq, batchStatusUpdatedAt: entry.at } : null,
      ...this.forecast(order),
    });
    const frame = this.statusFrame(kept, entry, order.rev + 1);
    const heard = this.linesOf(orderId).filter((line) => !forgets(line));
    for (const line of heard) {
      line.send(frame);
      this.sendCar(line, orderId);
    }
    this.endIfFinal(orderId);
  }

  commitEstimate(orderId: string) {
    this.change(orderId, this.forecast(this.order(orderId)));
    for (const line of this.linesOf(orderId)) line.send(this.estimateFrame(orderId));
  }

  moveCar(orderId: string) {
    if (this.order(orderId).orderInfo.status !== 8) return;
    const drift = (this.ticks % 1_000) / 100_000;
    const where = { lat: 60.18 + drift, lng: 24.95, headingDeg: null, speedKmh: 30 };
    this.cars.set(orderId, { ...where, at: this.tick(), stopsBefore: 0 });
    for (const line of this.linesOf(orderId)) this.sendCar(line, orderId);
  }

  /** The car has been silent for too long to be shown. */
  loseCar(orderId: string) {
    this.cars.delete(orderId);
  }

  /** The car that may be shown at this moment. */
  car(orderId: string): CarPosition | null {
    const shown = this.order(orderId).orderInfo.status === 8;
    return (shown && this.cars.get(orderId)) || null;
  }

  expire(orderId: string) {
    this.expired.add(orderId);
    this.end(orderId, "expired");
  }

  save() {
    this.backup = copyOf(this.kept);
  }

  /** Goes back to the backup. Its lines are gone with the process. */
  restore() {
    this.restores += 1;
    this.lines.clear();
    this.kept = copyOf(this.backup);
    for (const [id, { order }] of this.kept) this.histories.get(id)?.push(order.statusHistory);
  }

  /** What a poll reads at this moment. */
  poll(orderId: string, orderKey: string): { status: number; order: OrderTracking | null } {
    if (orderKey !== keyOf(orderId) || !this.kept.has(orderId)) return { status: 404, order: null };
    if (this.expired.has(orderId)) return { status: 410, order: null };
    return { status: 200, order: this.order(orderId) };
  }

  receive(line: ModelLine, frame: ClientFrame) {
    if (frame.type === "ping") line.send({ type: "pong" });
    else if (frame.topic !== "order") throw new Error("nobody here watches anything else");
    else if (frame.type === "unsubscribe") line.subscribed.delete(frame.orderId);
    else this.subscribe(line, frame.orderId, frame.orderKey ?? "", frame.since);
  }

  private subscribe(line: ModelLine, orderId: string, orderKey: string, since: number | undefined) {
    const refusal = this.refusal(orderId, orderKey);
    if (refusal) return line.send({ type: "error", orderId, code: refusal, message: "" });
    const kept = this.find(orderId);
    const { seq, rev } = kept.order;
    line.subscribed.add(orderId);
    line.send({ type: "subscribed", topic: "order", orderId, seq });
    if (since === undefined || since > seq || seq - since > MISSED_AT_MOST) {
      line.send({ type: "snapshot", orderId, seq, rev, order: kept.order, car: this.car(orderId) });
    } else {
      for (const entry of kept.order.statusHistory.slice(since + 1)) {
        const own = kept.revs[entry.seq] ?? rev;
        line.send(this.statusFrame(kept, entry, this.missedCarryPresentRev ? rev : own));
      }
    }
    line.send(this.estimateFrame(orderId));
    this.sendCar(line, orderId);
    this.endIfFinal(orderId);
  }

  private refusal(orderId: string, orderKey: string): MessageCode | null {
    const { status } = this.poll(orderId, orderKey);
    if (status !== 200) return status === 410 ? "order/expired" : "order/not-found";
    return this.full ? "live/too-many-watchers" : null;
  }

  private endIfFinal(orderId: string) {
    const { status } = this.order(orderId).orderInfo;
    if (status >= 12) this.end(orderId, status === 13 ? "cancelled" : "completed");
  }

  private end(orderId: string, reason: "completed" | "cancelled" | "expired") {
    for (const line of this.linesOf(orderId)) {
      line.subscribed.delete(orderId);
      line.send({ type: "end", orderId, reason });
    }
  }

  private linesOf(orderId: string): ModelLine[] {
    return [...this.lines].filter((line) => line.subscribed.has(orderId));
  }

  private find(orderId: string): Kept {
    const kept = this.kept.get(orderId);
    if (!kept) throw new Error(`order ${orderId} was never registered`);
    return kept;
  }

  private change(orderId: string, change: Partial<OrderTracking>) {
    const kept = this.find(orderId);
    kept.order = { ...kept.order, ...change, rev: kept.order.rev + 1 };
    this.histories.get(orderId)?.splice(-1, 1, kept.order.statusHistory);
  }

  /** An estimate that no other commit has made. */
  private forecast({ orderInfo }: OrderTracking): Pick<OrderTracking, "estimate" | "stopsBefore"> {
    const minutes = 5 + (this.ticks % 20);
    const estimate = {
      at: this.tick(),
      minutes,
      from: minutes - 2,
      to: minutes + 3,
      basis: "kitchen" as const,
    };
    return { estimate, stopsBefore: orderInfo.status >= 5 ? this.ticks % 3 : null };
  }

  private statusFrame(
    { order }: Kept,
    { seq, status, at: when, source }: StatusEntry,
    rev: number,
  ): StatusFrame {
    const { orderId, batchData, stopsBefore, estimate } = order;
    return {
      type: "status",
      orderId,
      seq,
      rev,
      status,
      at: when,
      source,
      note: null,
      batchData,
      stopsBefore,
      estimate,
    };
  }

  private estimateFrame(orderId: string): EstimateFrame {
    const { rev, estimate, stopsBefore } = this.order(orderId);
    return { type: "estimate", orderId, rev, estimate, stopsBefore };
  }

  private sendCar(line: ModelLine, orderId: string) {
    const car = this.car(orderId);
    if (car) line.send({ type: "position", orderId, ...car });
  }

  /** Every moment of this server is its own, so that what is told can be told apart. */
  private tick(): string {
    this.ticks += 1;
    return at(this.ticks / 600);
  }
}

function copyOf(kept: Map<string, Kept>): Map<string, Kept> {
  return new Map([...kept].map(([id, { order, revs }]) => [id, { order, revs: [...revs] }]));
}

/** The key of an order of this server. */
export function keyOf(orderId: string): string {
  return `key-of-${orderId}`;
}
