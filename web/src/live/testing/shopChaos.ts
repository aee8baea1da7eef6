/** One seeded run of a watched restaurant against a server that keeps the contract, with everything going wrong that can. */
import type { ClientFrame, ServerFrame, ShopFrame } from "../../api/wire";
import { createLive } from "./createLive";
import { type Chance, chanceFrom } from "./chance";
import { anAvailability, aShopFrame } from "./shops";
import { type FakeRequest, type FakeSocket, World } from "./world";

const STEPS = 50;
const QUIET_MS = 120_000;
const BEAT_MS = 15_000;

interface Wire {
  socket: FakeSocket;
  isSubscribed: boolean;
  busyUntil: number;
  closed: boolean;
}

/** What a run did, so that a test can see that it did something. */
export interface ShopTally {
  frames: number;
  polls: number;
  cuts: number;
  changes: number;
}

/** A run; everything in it follows from the seed. */
export class ShopChaos {
  readonly tally: ShopTally = { frames: 0, polls: 0, cuts: 0, changes: 0 };
  private readonly chance: Chance;
  private readonly world: World;
  private readonly live;
  /** What the restaurant said, by its `rev`; the last is true. */
  private readonly history = [aShopFrame(0)];
  private readonly wires = new Set<Wire>();
  private shop;
  private shownRev = -1;
  private complaint: string | null = null;
  private latencyMs = 50;
  private sockets: "open" | "refused" | "hang" = "open";
  private requests: "answered" | "refused" | "hang" | "503" = "answered";

  constructor(seed: number) {
    this.chance = chanceFrom(seed);
    this.world = new World(this.chance);
    this.world.onSocket = (socket) => this.connect(socket);
    this.world.onRequest = (request) => this.ask(request);
    this.live = createLive(this.world.env);
    this.shop = this.live.watchShop("12", "pickup");
  }

  async run() {
    for (let step = 0; step < STEPS; step += 1) {
      this.act();
      await this.world.pass(this.chance.pick([5, 60, 300, 2_500, 12_000, 40_000]) * this.chance.next());
      this.check();
    }
    this.sockets = "open";
    this.requests = "answered";
    this.latencyMs = 20;
    this.world.signal("visible");
    await this.world.pass(QUIET_MS);
    const { mode, news } = this.shop.getState();
    const truth = this.truth();
    if (mode !== "live" || news?.rev !== truth.rev)
      throw new Error(`${mode} at ${news?.rev} of ${truth.rev}`);
    if (news.stock?.outOfStockProductIds[0] !== truth.outOfStockProductIds[0])
      throw new Error("another stock");
    this.shop.close();
    await this.world.pass(1_100);
    if (this.world.held !== 0) throw new Error(`${this.world.held} things are held`);
  }

  private truth(): ShopFrame & { type: "shop" } {
    return this.history[this.history.length - 1] ?? aShopFrame(0);
  }

  private act() {
    const { chance } = this;
    const roll = chance.below(100);
    if (roll < 40) this.change();
    else if (roll < 55) this.cut();
    else if (roll < 70) this.changeNetwork();
    else if (roll < 85) this.world.signal(chance.pick(["focus", "online", "offline", "hidden", "visible"]));
    else if (roll < 93) this.leaveAndReturn();
    else this.shop.retry();
  }

  private change() {
    this.tally.changes += 1;
    const rev = this.history.length;
    const availability = anAvailability(rev, { estimateMinutes: rev });
    this.history.push(aShopFrame(rev, { availability, outOfStockProductIds: [`p${rev}`] }));
    for (const wire of this.wires) if (wire.isSubscribed) this.send(wire);
  }

  private leaveAndReturn() {
    this.shop.close();
    this.shop = this.live.watchShop("12", "pickup");
    this.shownRev = -1;
  }

  private cut() {
    this.tally.cuts += 1;
    const wire = [...this.wires].find((one) => !one.closed);
    if (!wire) return;
    wire.closed = true;
    this.wires.delete(wire);
    wire.socket.close(this.chance.pick([1000, 1006, 1012, 4408]));
  }

  private changeNetwork() {
    this.latencyMs = this.chance.pick([1, 20, 100, 800]);
    this.sockets = this.chance.pick(["open", "open", "refused", "hang"]);
    this.requests = this.chance.pick(["answered", "answered", "refused", "hang", "503"]);
  }

  /** What is shown was said, as it was said, and never goes back. */
  private check() {
    if (this.complaint) throw new Error(this.complaint);
    const { mode, news } = this.shop.getState();
    if (mode === "live" && !news) throw new Error("live, and nothing is shown");
    if (!news) return;
    if (news.rev < this.shownRev) throw new Error(`back from ${this.shownRev} to ${news.rev}`);
    this.shownRev = news.rev;
    const said = this.history[news.rev];
    if (said?.availability.estimateMinutes !== news.availability.estimateMinutes)
      throw new Error("never said");
    const stock = news.stock && this.history[news.stock.rev];
    if (stock?.outOfStockProductIds[0] !== news.stock?.outOfStockProductIds[0])
      throw new Error("no such stock");
  }

  // The line

  private connect(socket: FakeSocket) {
    if (this.sockets === "hang") return;
    if (this.sockets === "refused") return this.world.after(this.latencyMs, () => socket.close(1006));
    const wire: Wire = { socket, isSubscribed: false, busyUntil: 0, closed: false };
    this.wires.add(wire);
    socket.onFrame = (frame) => this.world.after(this.latencyMs, () => this.receive(wire, frame));
    this.deliver(wire, { type: "hello", protocol: 1, beatSeconds: BEAT_MS / 1_000, serverTime: "" });
    this.beat(wire);
  }

  private beat(wire: Wire) {
    if (wire.closed || wire.socket.closedByClient) return;
    this.deliver(wire, { type: "beat", delayed: false });
    this.world.after(BEAT_MS, () => this.beat(wire));
  }

  private receive(wire: Wire, frame: ClientFrame) {
    if (wire.closed) return;
    if (frame.type === "ping") return this.deliver(wire, { type: "pong" });
    wire.isSubscribed = frame.type === "subscribe";
    if (!wire.isSubscribed) return;
    this.deliver(wire, { type: "subscribed", topic: "shop", restaurantId: "12", orderType: "pickup" });
    this.send(wire);
  }

  private send(wire: Wire) {
    this.tally.frames += 1;
    this.deliver(wire, this.truth());
  }

  private deliver(wire: Wire, frame: ServerFrame) {
    wire.busyUntil = Math.max(wire.busyUntil, this.world.time + this.latencyMs * (0.5 + this.chance.next()));
    this.world.after(wire.busyUntil - this.world.time, () => {
      if (!wire.closed) wire.socket.send(frame);
    });
  }

  // The calls

  private ask(request: FakeRequest) {
    // What is thrown here would be a failed call.
    if (this.world.isHidden) this.complaint = "a poll in the background";
    if (this.requests === "hang") return;
    const said = this.truth().availability;
    this.world.after(this.latencyMs * this.chance.next() * 5, () => {
      if (this.requests === "refused") return request.fail();
      if (this.requests === "503") return request.answer(503);
      this.tally.polls += 1;
      // Late, as any answer may be.
      request.answer(200, said);
    });
  }
}
