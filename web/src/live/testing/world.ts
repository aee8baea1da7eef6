/** A world of the test's own: its clock stands still until told, its network says only what the test says. */
import type { ClientFrame, OrderTracking, ServerFrame } from "../../api/wire";
import type {
  LiveEnv,
  LiveRequest,
  LiveResponse,
  LiveSocket,
  SocketEvents,
  TabSignal,
} from "../connection/env";
import { type Chance, chanceFrom } from "./chance";
import { EPOCH } from "./orders";

/** A socket that the client opened, from the server's side. */
export class FakeSocket {
  /** What the client said. */
  readonly said: ClientFrame[] = [];
  /** Whether the client has closed it. What is sent afterwards still arrives, as late events do. */
  closedByClient = false;
  /** Called with each frame of the client. */
  onFrame: (frame: ClientFrame) => void = () => undefined;

  constructor(
    readonly openedAt: number,
    private readonly events: SocketEvents,
    private readonly serverNow: () => number,
  ) {}

  /** The client's end. */
  readonly clientEnd: LiveSocket = {
    send: (text) => {
      const frame = JSON.parse(text) as ClientFrame;
      this.said.push(frame);
      this.onFrame(frame);
    },
    close: () => {
      this.closedByClient = true;
    },
  };

  send(...frames: ServerFrame[]) {
    for (const frame of frames) this.sendText(JSON.stringify(frame));
  }

  sendText(text: string) {
    this.events.message(text);
  }

  hello(beatSeconds = 15) {
    this.send({
      type: "hello",
      protocol: 1,
      beatSeconds,
      serverTime: new Date(this.serverNow()).toISOString(),
    });
  }

  close(code: number) {
    this.events.closed(code);
  }

  /** The last subscription asked for on it. */
  get subscription() {
    return this.said.findLast((frame) => frame.type === "subscribe");
  }
}

/** A request that the client made. */
export class FakeRequest {
  aborted = false;
  private settled = false;

  constructor(
    readonly method: string,
    readonly path: string,
    readonly headers: Record<string, string>,
    readonly askedAt: number,
    private readonly resolve: (response: LiveResponse) => void,
    private readonly reject: (error: Error) => void,
    private readonly onSettled: () => void,
    private readonly serverNow: () => number,
  ) {}

  answer(status: number, body: unknown = null, etag: string | null = null) {
    this.settle(() =>
      this.resolve({
        status,
        headers: { get: (name) => ({ etag, date: new Date(this.serverNow()).toUTCString() })[name] ?? null },
        json: async () => body,
      }),
    );
  }

  answerOrder(order: OrderTracking) {
    this.answer(200, order, `W/"${order.seq}-${order.rev}"`);
  }

  fail() {
    this.settle(() => this.reject(new Error("the network failed")));
  }

  abort() {
    this.aborted = true;
    this.fail();
  }

  private settle(how: () => void) {
    if (this.settled) return;
    this.settled = true;
    how();
    this.onSettled();
  }
}

interface Due {
  at: number;
  run: () => void;
}

/** The world. Time passes in {@link World.pass} alone. */
export class World {
  readonly sockets: FakeSocket[] = [];
  readonly requests: FakeRequest[] = [];
  /** Called with each socket or request as the client makes it. */
  onSocket: (socket: FakeSocket) => void = () => undefined;
  onRequest: (request: FakeRequest) => void = () => undefined;
  /** Called where the client asks whether the server is there at all; it is not. */
  onKnock: (request: FakeRequest) => void = (request) => request.fail();
  /** Milliseconds since the world began. */
  time = 0;
  isHidden = false;
  /** Whether the browser says that there is no network. */
  isCut = false;
  /** How far the reader's clock is behind the server's, milliseconds. */
  behindMs = 0;

  private readonly timers = new Set<Due>();
  private readonly events: Due[] = [];
  private readonly listeners = new Set<(signal: TabSignal) => void>();
  private promisesWait = false;

  constructor(readonly chance: Chance = chanceFrom(1)) {}

  readonly env: LiveEnv = {
    openSocket: (events) => {
      const socket = new FakeSocket(this.time, events, this.serverNow);
      this.sockets.push(socket);
      this.onSocket(socket);
      return socket.clientEnd;
    },
    fetch: (path, request) => this.fetch(path, request),
    now: () => EPOCH + this.time - this.behindMs,
    monotonic: () => this.time,
    random: () => this.chance.next(),
    setTimer: (run, ms) => {
      const timer = { at: this.time + Math.max(0, ms), run };
      this.timers.add(timer);
      return timer;
    },
    clearTimer: (timer) => {
      this.timers.delete(timer as Due);
    },
    hidden: () => this.isHidden,
    onSignal: (listener) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
  };

  /** What the client holds: it should be nothing once all is closed. */
  get held(): number {
    const sockets = this.sockets.filter((socket) => !socket.closedByClient).length;
    return this.timers.size + this.listeners.size + sockets;
  }

  /** What the server's clock shows, as the wire writes it. */
  serverTime(): string {
    return new Date(this.serverNow()).toISOString();
  }

  /** The newest socket, request. */
  get socket(): FakeSocket {
    return this.sockets.at(-1) ?? missing("socket");
  }

  get request(): FakeRequest {
    return this.requests.at(-1) ?? missing("request");
  }

  signal(signal: TabSignal) {
    if (signal === "hidden" || signal === "visible") this.isHidden = signal === "hidden";
    if (signal === "offline" || signal === "online") this.isCut = signal === "offline";
    for (const listener of this.listeners) listener(signal);
  }

  /** Has something happen after `ms`, in order with the client's timers. */
  after(ms: number, run: () => void) {
    this.events.push({ at: this.time + ms, run });
  }

  /** Lets time pass, with all that falls due in it, in its order. */
  async pass(ms: number) {
    const until = this.time + ms;
    await this.settle();
    for (let due = this.takeNext(until); due; due = this.takeNext(until)) {
      this.time = Math.max(this.time, due.at);
      due.run();
      await this.settle();
    }
    this.time = until;
  }

  /** Lets promises that are due come to their end. */
  async settle() {
    while (this.promisesWait) {
      this.promisesWait = false;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private readonly serverNow = () => EPOCH + this.time;

  private takeNext(until: number): Due | null {
    let next: Due | null = null;
    for (const due of [...this.timers, ...this.events]) {
      if (due.at <= until && (!next || due.at < next.at)) next = due;
    }
    if (next && !this.timers.delete(next)) this.events.splice(this.events.indexOf(next), 1);
    return next;
  }

  private fetch(path: string, { method, headers, signal }: LiveRequest): Promise<LiveResponse> {
    return new Promise((resolve, reject) => {
      const settled = () => {
        this.promisesWait = true;
      };
      const asked = [method ?? "GET", path, headers, this.time] as const;
      const request = new FakeRequest(...asked, resolve, reject, settled, this.serverNow);
      signal.addEventListener("abort", () => request.abort());
      if (path.startsWith("/readyz?reads")) return this.onKnock(request);
      this.requests.push(request);
      this.onRequest(request);
    });
  }
}

function missing(what: string): never {
  throw new Error(`there is no ${what}`);
}
