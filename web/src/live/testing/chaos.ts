/** One seeded run of the live client against the model server, with everything going wrong that can. */
import type { ClientFrame, OrderTracking, ServerFrame } from "../../api/wire";
import type { Watch } from "../live";
import { createLive } from "./createLive";
import { type Chance, chanceFrom } from "./chance";
import { keyOf, type ModelLine, ModelServer } from "./modelServer";
import { anOrder } from "./orders";
import { type Expectations, Watcher } from "./watcher";
import { type FakeRequest, type FakeSocket, World } from "./world";

const STEPS = 60;
const QUIET_MS = 120_000;
const BEAT_MS = 15_000;
/** The server sends lines without a subscription away after this. */
const SUBSCRIBE_WITHIN_MS = 10_000;
/** What readers' clocks are behind the server's. */
const BEHIND_MS = [0, 180_000, -3_600_000] as const;
/** Every other status of a delivery's course may follow, back and forth; 12 and 13 end it. */
const STATUSES = [1, 2, 3, 4, 5, 6, 7, 8, 7, 8, 9, 8, 8, 11] as const;
const CLOSE_CODES = [1000, 1001, 1006, 1011, 1012, 1012, 4408, 4408, 4429] as const;

interface Wire {
  socket: FakeSocket;
  line: ModelLine;
  /** The last frames on their way, there and back, arrive at these moments; later ones not before them. */
  saidUntil: number;
  busyUntil: number;
  /** Cut on the way: nothing arrives any more, and nobody is told. */
  deaf: boolean;
  closed: boolean;
  /** Orders that were refused on it. A page that leaves and returns meanwhile may take the refusal for its own. */
  refused: Set<string>;
}

/** What a run did, so that a test can see that it did something. */
export interface Tally {
  statuses: number;
  lines: number;
  polls: number;
  /** Answers to where a car is. */
  cars: number;
  cuts: number;
  restores: number;
}

/** A run; everything in it follows from the seed. */
export class Chaos implements Expectations {
  readonly chance: Chance;
  readonly world: World;
  readonly server = new ModelServer();
  readonly tally: Tally = { statuses: 0, lines: 0, polls: 0, cars: 0, cuts: 0, restores: 0 };
  /** Things that entitle the client to ask at once. */
  nudges = 0;
  /** When the client last heard anything on a line. */
  heardAt = 0;
  sentAway = false;
  readonly complaints: string[] = [];

  private readonly wires = new Set<Wire>();
  private readonly watchers: Watcher[] = [];
  private readonly live;
  private readonly orderIds: [string, ...string[]] = ["1", "2", "3"];
  private latencyMs = 50;
  /** What the network does to new sockets and requests. */
  private sockets: "open" | "refused" | "hang" = "open";
  private requests: "answered" | "refused" | "hang" | "503" = "answered";

  constructor(seed: number) {
    this.chance = chanceFrom(seed);
    this.world = new World(this.chance);
    this.world.behindMs = BEHIND_MS[seed % BEHIND_MS.length] ?? 0;
    this.world.onSocket = (socket) => this.connect(socket);
    this.world.onRequest = (request) => this.ask(request);
    this.world.onKnock = (request) => this.hearKnock(request);
    this.server.missedCarryPresentRev = this.chance.in(0.5);
    this.live = createLive(this.world.env);
    for (const id of this.orderIds) this.server.register(id, this.someOrder(id));
  }

  async run() {
    this.watch();
    for (let step = 0; step < STEPS; step += 1) {
      this.act();
      await this.world.pass(this.someTime());
      this.checkAll();
    }
    await this.calm();
    for (const watcher of this.watchers) watcher.checkAtRest();
    this.heedComplaints();
    await this.leave();
  }

  // The run

  private act() {
    const { chance, world } = this;
    const roll = chance.below(100);
    if (roll < 34) this.press();
    else if (roll < 42) this.server.commitEstimate(this.someOpen());
    else if (roll < 49) this.server.moveCar(this.someOpen());
    else if (roll < 50) this.server.loseCar(this.someOpen());
    else if (roll < 58) this.cut();
    else if (roll < 62) this.changeNetwork();
    else if (roll < 68) this.nudge(() => world.signal(chance.pick(["focus", "online", "offline"])));
    else if (roll < 75) this.nudge(() => world.signal(world.isHidden ? "visible" : "hidden"));
    else if (roll < 79) this.server.full = !this.server.full;
    else if (roll < 81) this.server.save();
    else if (roll < 83) this.restore();
    else if (roll < 84) this.server.expire(chance.pick(this.orderIds));
    else if (roll < 90) this.watch();
    else if (roll < 94) this.unwatch();
    else if (roll < 96) this.nudge(() => this.watchers[0]?.watch.retry());
    else this.babble();
  }

  private someOrder(orderId: string): OrderTracking {
    const order = anOrder({ orderId });
    const restaurant = { ...order.restaurant, noDeliveryTracking: this.chance.in(0.1) };
    return { ...order, restaurant };
  }

  private someTime(): number {
    return this.chance.pick([5, 60, 300, 900, 2_500, 6_000, 12_000, 35_000, 70_000]) * this.chance.next();
  }

  /** An order on which something may happen; where none is left, the first begins anew as a new order. */
  private someOpen(): string {
    const open = this.orderIds.filter((id) => this.mayCommit(id));
    if (open.length > 0) return open[this.chance.below(open.length)] ?? this.orderIds[0];
    const orderId = String(this.server.histories.size + 1);
    this.orderIds[this.chance.below(3)] = orderId;
    this.server.register(orderId, this.someOrder(orderId));
    return orderId;
  }

  /**
   * Two histories of the same numbers cannot be told apart by their numbers. So nobody presses after a restore until
   * every page has seen it, or the numbers stay below what the page knows.
   */
  private mayCommit(orderId: string): boolean {
    const { seq, rev, orderInfo } = this.server.order(orderId);
    if (orderInfo.status >= 12 || this.server.poll(orderId, keyOf(orderId)).status !== 200) return false;
    return this.watchers.every(
      (watcher) => watcher.orderId !== orderId || watcher.tellsApart({ seq: seq + 2, rev: rev + 2 }),
    );
  }

  private press() {
    const orderId = this.someOpen();
    const { seq } = this.server.order(orderId);
    const ends = seq > 8 && this.chance.in(0.3);
    const status = ends
      ? this.chance.pick([12, 13])
      : (STATUSES[(seq + this.chance.below(3)) % STATUSES.length] ?? 1);
    this.tally.statuses += 1;
    if (this.chance.in(0.95) || ends) return this.server.commitStatus(orderId, status);
    // A line that misses one: it must never happen, and is mended all the same.
    this.server.commitStatus(orderId, status, () => this.chance.in(0.5));
    this.server.commitStatus(orderId, 3);
  }

  private cut() {
    const wires = [...this.wires].filter((wire) => !wire.closed);
    const wire = wires[this.chance.below(wires.length)];
    if (!wire) return;
    this.tally.cuts += 1;
    this.nudges += 1;
    if (this.chance.in(0.3)) wire.deaf = true;
    else if (this.chance.in(0.03)) this.close(wire, this.chance.pick([1008, 1009]));
    else this.close(wire, this.chance.pick(CLOSE_CODES));
  }

  private changeNetwork() {
    const { chance } = this;
    this.latencyMs = chance.pick([1, 20, 100, 800]);
    this.sockets = chance.pick(["open", "open", "open", "refused", "hang"]);
    this.requests = chance.pick(["answered", "answered", "answered", "refused", "hang", "503"]);
  }

  private restore() {
    this.tally.restores += 1;
    this.nudges += 1;
    for (const wire of this.wires) this.close(wire, 1006);
    for (const request of this.world.requests) request.fail();
    this.server.restore();
  }

  private watch() {
    const isLost = this.chance.in(0.03);
    const orderId = isLost ? "no-such-order" : this.chance.pick(this.orderIds);
    const isOpen = this.watchers.some((watcher) => watcher.orderId === orderId);
    const joined = isOpen ? "open page" : "new page";
    this.watchers.push(new Watcher(this.live.watch(orderId, keyOf(orderId)), orderId, this, joined));
    this.nudges += 1;
  }

  private unwatch() {
    const [gone] = this.watchers.splice(this.chance.below(this.watchers.length), 1);
    gone?.watch.close();
  }

  private nudge(what: () => void) {
    this.nudges += 1;
    what();
  }

  /** What no client may stumble over. */
  private babble() {
    for (const { socket, deaf } of this.wires) {
      if (deaf) continue;
      this.heardAt = this.world.time;
      socket.sendText(
        this.chance.pick(["", "null", "7", "{", '{"type":"news"}', '{"type":"error","code":"x"}']),
      );
    }
  }

  private async calm() {
    const { world } = this;
    this.sockets = "open";
    this.requests = "answered";
    this.latencyMs = 20;
    this.server.full = false;
    this.nudge(() => world.signal("visible"));
    for (const { watch } of this.watchers) if (watch.getState().problem === "failed") this.retry(watch);
    await world.pass(QUIET_MS);
  }

  private retry(watch: Watch) {
    this.nudge(() => watch.retry());
    this.sentAway = false;
  }

  private checkAll() {
    for (const watcher of this.watchers) watcher.check();
    this.heedComplaints();
    const { requests, sockets, time } = this.world;
    const gaps = requests.map((request, i) => [request, requests.slice(0, i)] as const);
    for (const [request, before] of gaps.slice(-3)) {
      const last = before.findLast((other) => other.path === request.path);
      if (last && request.askedAt - last.askedAt < 999 && !last.aborted)
        throw new Error("two polls within a second");
    }
    const asked = requests.length / Math.max(1, this.watchers.length);
    if (asked > 20 + 8 * this.nudges + time / 5_000) throw new Error(`${requests.length} polls: a storm`);
    if (sockets.length > 20 + 3 * this.nudges + time / 3_000)
      throw new Error(`${sockets.length} lines: a storm`);
  }

  private heedComplaints() {
    if (this.complaints.length > 0) throw new Error(this.complaints.slice(0, 3).join("; "));
  }

  private async leave() {
    for (const { watch } of this.watchers) watch.close();
    await this.world.pass(1_100);
    if (this.world.held > 0)
      throw new Error(`${this.world.held} timers, sockets or listeners are left behind`);
    this.tally.lines = this.world.sockets.length;
    this.tally.polls = this.world.requests.length;
  }

  // The network

  private connect(socket: FakeSocket) {
    if (this.sockets === "hang") return;
    const line: ModelLine = { send: (frame) => this.deliver(wire, frame), subscribed: new Set() };
    const wire: Wire = {
      socket,
      line,
      saidUntil: 0,
      busyUntil: 0,
      deaf: false,
      closed: false,
      refused: new Set(),
    };
    if (this.sockets === "refused") return this.world.after(this.latencyMs, () => socket.close(1006));
    this.wires.add(wire);
    this.world.after(this.latencyMs, () => this.welcome(wire));
  }

  private welcome(wire: Wire) {
    if (wire.closed) return;
    this.server.lines.add(wire.line);
    wire.socket.onFrame = (frame) => {
      wire.saidUntil = Math.max(wire.saidUntil, this.world.time + this.latencyMs);
      this.world.after(wire.saidUntil - this.world.time, () => this.receive(wire, frame));
    };
    this.deliver(wire, {
      type: "hello",
      protocol: 1,
      beatSeconds: BEAT_MS / 1_000,
      serverTime: this.world.serverTime(),
    });
    this.beat(wire);
    this.world.after(SUBSCRIBE_WITHIN_MS + 2 * this.latencyMs, () => this.checkSubscribed(wire));
  }

  private beat(wire: Wire) {
    if (wire.closed || wire.socket.closedByClient) return;
    this.deliver(wire, { type: "beat", delayed: this.chance.in(0.1) });
    this.world.after(BEAT_MS, () => this.beat(wire));
  }

  private receive(wire: Wire, frame: ClientFrame) {
    if (wire.closed || wire.deaf) return;
    const orderId = frame.type === "subscribe" && frame.topic === "order" ? frame.orderId : null;
    if (orderId !== null && wire.line.subscribed.has(orderId) && !wire.refused.has(orderId)) {
      throw new Error(`order ${orderId} is asked for twice on one line`);
    }
    this.server.receive(wire.line, frame);
  }

  private checkSubscribed(wire: Wire) {
    if (wire.closed || wire.deaf || wire.socket.closedByClient) return;
    if (!wire.socket.subscription) throw new Error("a line without a subscription");
  }

  /** In order, but when the network likes; a frame under way when the client closed arrives late. */
  private deliver(wire: Wire, frame: ServerFrame) {
    if (frame.type === "error" && frame.orderId !== undefined) wire.refused.add(frame.orderId);
    wire.busyUntil = Math.max(wire.busyUntil, this.world.time + this.latencyMs * (0.5 + this.chance.next()));
    this.world.after(wire.busyUntil - this.world.time, () => {
      if (wire.closed || wire.deaf) return;
      if (!wire.socket.closedByClient) this.heardAt = this.world.time;
      wire.socket.send(frame);
    });
  }

  private close(wire: Wire, code: number) {
    if (wire.closed) return;
    wire.closed = true;
    this.wires.delete(wire);
    this.server.lines.delete(wire.line);
    if (code === 1008 || code === 1009) this.sentAway ||= !wire.deaf && !wire.socket.closedByClient;
    if (!wire.deaf) wire.socket.close(code);
  }

  private hearKnock(request: FakeRequest) {
    if (this.requests === "hang") return;
    this.world.after(this.latencyMs, () => {
      if (this.requests === "refused") request.fail();
      else request.answer(this.requests === "503" ? 503 : 200, {});
    });
  }

  private ask(request: FakeRequest) {
    const [, orderId, orderKey, car] = /([^/]+)\/([^/]+?)(\/car-location)?$/.exec(request.path) ?? [];
    if (this.world.isHidden) this.complaints.push("a poll in the background");
    if (this.requests === "hang" || !orderId || !orderKey) return;
    this.world.after(this.latencyMs * this.chance.next(), () => {
      if (this.requests === "refused") return request.fail();
      if (this.requests === "503") return request.answer(503);
      const { status, order } = this.server.poll(orderId, orderKey);
      if (car !== undefined) return this.tellCar(request, status === 200 ? orderId : null);
      const etag = order && `W/"${order.seq}-${order.rev}"`;
      const unchanged = etag !== null && request.headers["if-none-match"] === etag;
      // What was read may arrive long after what was pushed later.
      this.world.after(this.latencyMs * this.chance.next() * 5, () =>
        request.answer(unchanged ? 304 : status, unchanged ? null : order, etag),
      );
    });
  }

  /** Late, as any answer may be. */
  private tellCar(request: FakeRequest, orderId: string | null) {
    const car = orderId && this.server.car(orderId);
    this.world.after(this.latencyMs * this.chance.next() * 5, () => {
      this.tally.cars += 1;
      request.answer(car ? 200 : 404, car);
    });
  }
}
