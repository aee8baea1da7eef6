/** One seeded run of a watched board against a server that keeps the contract, with everything going wrong that can. */
import type { BoardCar, BoardOrder, ClientFrame, FoundOrder, ServerFrame } from "../../api/wire";
import { createLive } from "./createLive";
import { aCar, aRow } from "./boards";
import { type Chance, chanceFrom } from "./chance";
import { type FakeRequest, type FakeSocket, World } from "./world";

const STEPS = 60;
const QUIET_MS = 120_000;
const BEAT_MS = 15_000;
const PAGE = 3;

interface Wire {
  socket: FakeSocket;
  /** What the line was last told of each order; `null` where nobody watches on it. */
  told: Map<string, string> | null;
  /** When the line was last told each car was seen; `null` where it has not asked. */
  toldCars: Map<string, string> | null;
  busyUntil: number;
  saidUntil: number;
  closed: boolean;
}

/** What a run did, so that a test can see that it did something. */
export interface BoardTally {
  frames: number;
  polls: number;
  cuts: number;
  tokens: number;
  cars: number;
}

/** A run; everything in it follows from the seed. */
export class BoardChaos {
  readonly tally: BoardTally = { frames: 0, polls: 0, cuts: 0, tokens: 0, cars: 0 };
  private readonly chance: Chance;
  private readonly world: World;
  private readonly live;
  private readonly truth = new Map<string, BoardOrder>();
  private readonly wires = new Set<Wire>();
  private readonly tokens = new Set<string>();
  private readonly cars = new Map<string, BoardCar>();
  /** The newest time that the page has shown each car at. */
  private readonly shown = new Map<string, number>();
  private board;
  /** Looks away from the cars; `null` while nobody looks. */
  private lookAway: (() => void) | null = null;
  private nextId = 1;
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
    this.board = this.live.watchBoard([]);
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
    const { mode, rows } = this.board.getState();
    this.agree(mode, "live");
    this.agree(contentOf(rows), contentOf(this.truth));
    this.agree(placesOf(this.board.getCars()), this.lookAway ? placesOf(this.cars) : null);
    this.lookAway?.();
    this.board.close();
    await this.world.pass(1_100);
    this.agree(this.world.held, 0);
  }

  private act() {
    const { chance } = this;
    const roll = chance.below(100);
    if (roll < 15) this.place();
    else if (roll < 35) this.press();
    else if (roll < 42) this.remove();
    else if (roll < 55) this.drive();
    else if (roll < 59) this.park();
    else if (roll < 65) this.lookOrNot();
    else if (roll < 75) this.cut();
    else if (roll < 82) this.changeNetwork();
    else if (roll < 90) this.world.signal(chance.pick(["focus", "online", "offline", "hidden", "visible"]));
    else if (roll < 95) this.leaveAndReturn();
    else this.board.retry();
  }

  private leaveAndReturn() {
    const looked = this.lookAway !== null;
    this.lookAway?.();
    this.lookAway = null;
    this.board.close();
    this.board = this.live.watchBoard([]);
    this.shown.clear();
    if (looked) this.lookOrNot();
  }

  private lookOrNot() {
    this.lookAway?.();
    this.lookAway = this.lookAway ? null : this.board.subscribeCars(() => undefined);
  }

  private drive() {
    const carId = String(this.chance.below(4));
    this.cars.set(carId, aCar(carId, this.world.time / 60_000));
    this.announceCars();
  }

  private park() {
    this.cars.delete(String(this.chance.below(4)));
    this.announceCars();
  }

  private place() {
    this.truth.set(String(this.nextId), aRow(String(this.nextId)));
    this.nextId += 1;
    this.announce();
  }

  private press() {
    const row = this.someRow();
    if (row) this.truth.set(row.orderId, { ...row, seq: row.seq + 1, status: Math.min(9, row.status + 1) });
    this.announce();
  }

  private remove() {
    const row = this.someRow();
    if (row) this.truth.delete(row.orderId);
    this.announce();
  }

  private someRow(): BoardOrder | undefined {
    return [...this.truth.values()][this.chance.below(Math.max(1, this.truth.size))];
  }

  private cut() {
    this.tally.cuts += 1;
    const wire = [...this.wires].find((one) => !one.closed);
    if (wire) this.close(wire, this.chance.pick([1000, 1006, 1012, 4408]));
  }

  private close(wire: Wire, code: number) {
    wire.closed = true;
    this.wires.delete(wire);
    wire.socket.close(code);
  }

  private changeNetwork() {
    this.latencyMs = this.chance.pick([1, 20, 100, 800]);
    this.sockets = this.chance.pick(["open", "open", "open", "refused", "hang"]);
    this.requests = this.chance.pick(["answered", "answered", "answered", "refused", "hang", "503"]);
  }

  /** A live page never shows less than a frame of the truth behind, and never rows that never were. */
  private check() {
    if (this.complaint) throw new Error(this.complaint);
    const { mode, rows } = this.board.getState();
    for (const { orderId, seq } of rows?.values() ?? []) {
      const isKnown = Number(orderId) < this.nextId && seq <= (this.truth.get(orderId)?.seq ?? Infinity);
      if (!isKnown) throw new Error(`a row that never was: ${orderId} at ${seq}`);
    }
    if (mode === "live" && rows === null) throw new Error("live, and nothing is shown");
    this.checkCars(this.board.getCars(), mode);
  }

  /** No car goes back in time, and none is shown that nobody tells of. */
  private checkCars(cars: ReadonlyMap<string, BoardCar> | null, mode: string) {
    // The browser's word takes no car off the road: it may be wrong.
    const isLineless = mode === "polling" || (mode === "offline" && !this.world.isCut);
    if (cars !== null && isLineless) throw new Error("cars without a line");
    for (const carId of this.shown.keys()) if (!cars?.has(carId)) this.shown.delete(carId);
    for (const [carId, { at }] of cars ?? []) {
      if (Date.parse(at) < (this.shown.get(carId) ?? 0)) throw new Error(`car ${carId} goes back in time`);
      this.shown.set(carId, Date.parse(at));
    }
  }

  private agree(got: unknown, wanted: unknown) {
    if (JSON.stringify(got) !== JSON.stringify(wanted)) {
      throw new Error(`${JSON.stringify(got)} should be ${JSON.stringify(wanted)}`);
    }
  }

  // The line

  private connect(socket: FakeSocket) {
    if (this.sockets === "hang") return;
    if (this.sockets === "refused") return this.world.after(this.latencyMs, () => socket.close(1006));
    const wire: Wire = { socket, told: null, toldCars: null, busyUntil: 0, saidUntil: 0, closed: false };
    this.wires.add(wire);
    socket.onFrame = (frame) => {
      wire.saidUntil = Math.max(wire.saidUntil, this.world.time + this.latencyMs);
      this.world.after(wire.saidUntil - this.world.time, () => this.receive(wire, frame));
    };
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
    if (frame.topic !== "board") throw new Error("nobody here watches anything else");
    wire.told = null;
    wire.toldCars = null;
    if (frame.type === "unsubscribe") return;
    if (!this.tokens.delete(frame.token)) throw new Error("a token is good for one subscription");
    wire.told = new Map();
    this.send(wire);
    if (!frame.cars) return;
    wire.toldCars = new Map();
    this.tellCars(wire);
  }

  private announceCars() {
    for (const wire of this.wires) if (wire.toldCars) this.tellCars(wire);
  }

  /** All cars to who knows none, else those that moved or left; once the board itself has been told. */
  private tellCars(wire: Wire) {
    const told = wire.toldCars ?? new Map<string, string>();
    const cars = [...this.cars.values()].filter(({ carId, at }) => told.get(carId) !== at);
    const removed = [...told.keys()].filter((carId) => !this.cars.has(carId));
    wire.toldCars = new Map(placesOf(this.cars));
    this.tally.cars += 1;
    this.deliver(wire, { type: "cars", cars, removed });
  }

  private announce() {
    for (const wire of this.wires) if (wire.told && this.changesFor(wire)) this.send(wire);
  }

  private changesFor({ told }: Wire): boolean {
    return JSON.stringify([...(told ?? [])].toSorted()) !== JSON.stringify(contentOf(this.truth));
  }

  /** The whole board to who knows nothing, else what has changed. */
  private send(wire: Wire) {
    const told = wire.told ?? new Map<string, string>();
    const now = new Map(contentOf(this.truth));
    const orders = [...this.truth.values()].filter(({ orderId }) => told.get(orderId) !== now.get(orderId));
    const removed = [...told.keys()].filter((id) => !now.has(id));
    wire.told = now;
    this.tally.frames += 1;
    this.deliver(wire, { type: "board", orders, removed });
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
    if (request.method === "GET" && this.world.isHidden) this.complaint = "a poll in the background";
    if (this.requests === "hang") return;
    this.world.after(this.latencyMs * this.chance.next() * 5, () => {
      if (this.requests === "refused") return request.fail();
      if (this.requests === "503") return request.answer(503);
      if (request.method === "POST") return this.giveToken(request);
      this.tally.polls += 1;
      request.answer(200, this.page(new URLSearchParams(request.path.split("?")[1]).get("cursor")));
    });
  }

  private giveToken(request: FakeRequest) {
    this.tally.tokens += 1;
    const token = `token-${this.tally.tokens}`;
    this.tokens.add(token);
    request.answer(200, { token, expiresAt: "" });
  }

  private page(cursor: string | null): { orders: FoundOrder[]; nextCursor: string | null } {
    const newest = [...this.truth.values()].toReversed();
    const from = newest.filter(({ orderId }) => cursor === null || Number(orderId) < Number(cursor));
    const orders = from.slice(0, PAGE).map((row) => ({ ...row, over: false, restaurantName: "" }));
    return { orders, nextCursor: from.length > PAGE ? (orders.at(-1)?.orderId ?? null) : null };
  }
}

function contentOf(rows: ReadonlyMap<string, BoardOrder> | null): [string, string][] {
  return [...(rows ?? [])]
    .map(([id, { seq, status }]): [string, string] => [id, `${seq}/${status}`])
    .toSorted(([a], [b]) => Number(a) - Number(b));
}

function placesOf(cars: ReadonlyMap<string, BoardCar> | null): [string, string][] | null {
  return (
    cars &&
    [...cars]
      .map(([carId, { at }]): [string, string] => [carId, at])
      .toSorted(([a], [b]) => a.localeCompare(b))
  );
}
