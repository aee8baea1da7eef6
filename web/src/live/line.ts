/** The tab's one line as its watches see it: who has a place on it, by which right, and which frame is whose. */
import { post } from "../api/request";
import type { ClientFrame, LiveToken, MessageCode, ServerFrame } from "../api/wire";
import { type Answer, type Call, createCall } from "./call";
import type { ServerClock } from "./clock";
import { createConnection } from "./connection";
import type { LiveEnv } from "./env";

/** The contract's limit of orders on one line; what is over it is polled. */
const ORDERS_PER_LINE = 32;
const MAKE_TOKEN = post("/api/users/staff/live-token");
/** We said something that the server does not know. */
const BAD_FRAME: MessageCode = "frame/invalid";
const BOARD = "board";
const ORDER = "order:";

/** What a watch asks for, but for its right to it. */
export type Wish =
  | { topic: "order"; orderId: string; orderKey: string | null; since?: number }
  | { topic: "board"; restaurantIds: string[]; cars?: true };

/** Who watches something on the line. */
export interface LineUser {
  /** The line came up: ask it. */
  lineUp(): void;
  /** The line said something about what was asked for. */
  hear(frame: ServerFrame): void;
  /** The right to what was asked for cannot be had: nobody is signed in any more, or the call for it failed. */
  denied(why: "signed-out" | "unavailable"): void;
  /** The line went; it was last heard at `heardAt`, epoch ms. */
  lineDown(silent: boolean, heardAt: number): void;
  /** The tab is long out of sight. */
  sleep(): void;
  /** The tab or the network woke. */
  wake(): void;
}

/** What a watch may do with the shared line. */
export interface SharedLine {
  /** The server's clock, which the line and all calls of the tab tell. */
  readonly clock: ServerClock;
  /** Asks for something; the staff's right to it is fetched first. False where it cannot, or has been asked already. */
  subscribe(user: LineUser, wish: Wish): boolean;
  /** The watch asks for something else: its place is left, and it is told to ask; nothing where it has none. */
  renew(user: LineUser): void;
  /** The watch needs the line (again). */
  join(user: LineUser): void;
  /** The watch needs the line no more. */
  leave(user: LineUser): void;
  /** The line broke the contract. */
  drop(): void;
  /** The person asks for another try. */
  retry(): void;
}

/** The line, and what happens to the tab around it. */
export interface TabLine extends SharedLine {
  /** Makes sure that the line still lives. */
  probe(): void;
  wake(): void;
  sleep(): void;
}

type Right = { orderKey: string } | { token: string };

/** A place on the line. */
interface Seat {
  user: LineUser;
  wish: Wish;
  /** What opens it; the staff's is fetched by `call`, and good for one subscription. */
  right: Right | null;
  call: Call;
  /** Whether the subscription has been sent, and whether the server has answered it. */
  sent: boolean;
  answered: boolean;
}

/** Makes the shared line of a tab. It is opened when somebody joins. */
export function createTabLine(env: LiveEnv, clock: ServerClock): TabLine {
  /** Those who still want to hear, and among them, by what they hear, those who have a place on the line. */
  const users = new Set<LineUser>();
  const seats = new Map<string, Seat>();
  const connection = createConnection(env, { up, frame: hear, down });
  let heardAt = 0;
  /** Boards that were left, and whose last frames may still be on their way. */
  let boardsLeft = 0;

  function up() {
    for (const user of users) user.lineUp();
  }

  function hear(frame: ServerFrame) {
    if (frame.type !== "beat" || !frame.delayed) heardAt = env.now();
    if (frame.type === "hello") clock.hear(frame.serverTime);
    const place = placeOf(frame);
    const seat = place === null ? undefined : seats.get(place);
    if (!place || !seat?.sent) return;
    // An order's answer is `subscribed`; before the board is asked for again, its last frame has been waited for.
    if (frame.type === "subscribed" || frame.type === "error" || place === BOARD) seat.answered = true;
    // What comes before the answer was meant for who sat here before.
    if (!seat.answered) return;
    if (frame.type === "end" || frame.type === "error") seats.delete(place);
    seat.user.hear(frame);
  }

  function down(silent: boolean) {
    for (const { call } of seats.values()) call.hangUp();
    seats.clear();
    boardsLeft = 0;
    for (const user of users) user.lineDown(silent, heardAt);
  }

  function subscribe(user: LineUser, wish: Wish): boolean {
    const place = wish.topic === "order" ? ORDER + wish.orderId : BOARD;
    if (!connection.isUp() || seats.has(place) || (wish.topic === "order" && isFull())) return false;
    const seat: Seat = { user, wish, right: null, call: createCall(env), sent: false, answered: false };
    seats.set(place, seat);
    if (wish.topic === "order" && wish.orderKey !== null) {
      seat.right = { orderKey: wish.orderKey };
      say(seat);
    } else seat.call.make(MAKE_TOKEN, (answer) => takeToken(place, seat, answer));
    return true;
  }

  function isFull(): boolean {
    return [...seats.keys()].filter((place) => place !== BOARD).length >= ORDERS_PER_LINE;
  }

  function takeToken(place: string, seat: Seat, answer: Answer<LiveToken> | null) {
    if (answer?.body) {
      seat.right = { token: answer.body.token };
      return say(seat);
    }
    seats.delete(place);
    seat.user.denied(answer?.status === 401 ? "signed-out" : "unavailable");
  }

  function say(seat: Seat) {
    if (!seat.right || (seat.wish.topic === "board" && boardsLeft > 0)) return;
    seat.sent = true;
    connection.send(subscribeFrame(seat.wish, seat.right));
  }

  function leave(user: LineUser) {
    users.delete(user);
    for (const [place, seat] of seats) if (seat.user === user) vacate(place, seat);
    connection.want(users.size > 0);
  }

  function vacate(place: string, seat: Seat) {
    seats.delete(place);
    seat.call.hangUp();
    if (!seat.sent) return;
    connection.send(unsubscribeFrame(seat.wish));
    if (place === BOARD) awaitLastFrame();
  }

  /** A board's frames do not tell whom they were meant for: who asks next waits until the last one has come. */
  function awaitLastFrame() {
    boardsLeft += 1;
    connection.whenAnswered(() => {
      boardsLeft -= 1;
      const next = seats.get(BOARD);
      if (next) say(next);
    });
  }

  function renew(user: LineUser) {
    const held = [...seats].find(([, seat]) => seat.user === user);
    if (!held) return;
    vacate(...held);
    user.lineUp();
  }

  return {
    clock,
    subscribe,
    renew,
    leave,
    join(user) {
      users.add(user);
      connection.want(true);
      if (connection.isUp()) user.lineUp();
    },
    drop: () => connection.drop(),
    retry: () => connection.retry(),
    probe: () => connection.probe(),
    wake() {
      connection.wake();
      for (const user of users) user.wake();
    },
    sleep() {
      connection.sleep();
      for (const user of users) user.sleep();
    },
  };
}

/** Which place a frame is for; `null` for those that are for nobody. */
function placeOf(frame: ServerFrame): string | null {
  if ("orderId" in frame && frame.orderId !== undefined) return ORDER + frame.orderId;
  // Orders have their errors with their numbers; besides them a line is told of frames that it did not understand.
  const isOfBoard =
    frame.type === "board" || frame.type === "cars" || (frame.type === "error" && frame.code !== BAD_FRAME);
  return isOfBoard ? BOARD : null;
}

function subscribeFrame(wish: Wish, right: Right): ClientFrame {
  if (wish.topic === "board")
    return { type: "subscribe", ...wish, token: "token" in right ? right.token : "" };
  const { topic, orderId, since } = wish;
  return { type: "subscribe", topic, orderId, ...right, ...(since !== undefined && { since }) };
}

function unsubscribeFrame(wish: Wish): ClientFrame {
  if (wish.topic === "board") return { type: "unsubscribe", topic: "board" };
  return { type: "unsubscribe", topic: "order", orderId: wish.orderId };
}
