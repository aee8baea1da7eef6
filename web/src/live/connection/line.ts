/** The tab's one line as its watches see it: who has a place on it, by which right, and which frame is whose. */
import { post } from "../../api/request";
import type { ClientFrame, LiveToken, MessageCode, ServerFrame } from "../../api/wire";
import { type Answer, type Call, createCall } from "./call";
import type { ServerClock } from "./clock";
import { createConnection } from "./connection";
import type { LiveEnv } from "./env";

const MAKE_TOKEN = post("/api/users/staff/live-token");

/** What the line must be told of a topic, so that it need know none itself. */
export interface LineTopic {
  /** So many of its places one line has; who finds none is polled. */
  readonly places: number;
  /** Its frames do not tell whom they were meant for: who asks anew waits until the last one has come. */
  readonly waitsForLast: boolean;
  /** Which of its places a frame is for; `null` for those that are none of its. */
  placeOf(frame: ServerFrame): string | null;
  /** Whether a frame answers a subscription: what comes before the answer was meant for who sat there before. */
  isAnswer(frame: ServerFrame): boolean;
  /** Whether a place is kept after this refusal, and what was asked for may still come; it never is where this is not told. */
  waitsAfter?(code: MessageCode): boolean;
}

/** What a watch asks for. */
export interface Wish {
  readonly topic: LineTopic;
  /** Where its frames go; no two topics have the same places. */
  readonly place: string;
  /** Asks for it by its own right, or by the staff's token, which is good for one subscription. */
  readonly subscribe: ClientFrame | ((token: string) => ClientFrame);
  readonly unsubscribe: ClientFrame;
}

/** Who watches something on the line. */
export interface LineUser {
  /** The line came up: ask it. */
  lineUp(): void;
  /** The line said something about what was asked for. */
  receive(frame: ServerFrame): void;
  /** The right to what was asked for cannot be had: nobody is signed in any more, or the call for it failed. */
  denied(why: "signed-out" | "unavailable"): void;
  /** The line went; it was last heard at `heardAt`, epoch ms. */
  lineDown(silent: boolean, heardAt: number): void;
  /** The tab is long out of sight. */
  sleep(): void;
  /** The tab or the network woke. */
  wake(): void;
  /** The browser says that the network went. */
  cut(): void;
  /** It was wrong, or the network came back. */
  mended(): void;
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
  /** The browser says that the network went: makes sure that the line still lives. */
  cut(): void;
  /** The network came back. */
  mend(): void;
  wake(): void;
  sleep(): void;
}

/** A user's slot on the line. */
interface Slot {
  user: LineUser;
  wish: Wish;
  /** The subscription with the right to it; the staff's is fetched by `call`. */
  subscription: ClientFrame | null;
  call: Call;
  /** Whether the subscription has been sent, and whether the server has answered it. */
  sent: boolean;
  answered: boolean;
}

/** Makes the shared line of a tab. It is opened when somebody joins. */
// oxlint-disable-next-line max-lines-per-function -- one closure: its functions share what it keeps
export function createTabLine(env: LiveEnv, clock: ServerClock): TabLine {
  /** Those who still want to hear, and among them, by what they hear, those who have a place on the line. */
  const users = new Set<LineUser>();
  const slots = new Map<string, Slot>();
  /** The topics that have ever been asked for. */
  const topics = new Set<LineTopic>();
  /** Places that were left and whose last frames may still be on their way, and how often they were left. */
  const left = new Map<string, number>();
  const connection = createConnection(env, { up, frame: receive, down });
  let heardAt = 0;
  let isCut = false;

  function up() {
    for (const user of users) user.lineUp();
  }

  function receive(frame: ServerFrame) {
    if (frame.type !== "beat" || !frame.delayed) heardAt = env.now();
    mend();
    if (frame.type === "hello") clock.receive(frame.serverTime);
    const slot = slotOf(frame);
    if (!slot?.sent) return;
    if (slot.wish.topic.isAnswer(frame)) slot.answered = true;
    if (!slot.answered) return;
    if (isLast(frame, slot.wish.topic)) slots.delete(slot.wish.place);
    slot.user.receive(frame);
  }

  function isLast(frame: ServerFrame, topic: LineTopic): boolean {
    return frame.type === "end" || (frame.type === "error" && !topic.waitsAfter?.(frame.code));
  }

  function mend() {
    if (!isCut) return;
    isCut = false;
    for (const user of users) user.mended();
  }

  function slotOf(frame: ServerFrame): Slot | undefined {
    for (const topic of topics) {
      const place = topic.placeOf(frame);
      if (place !== null) return slots.get(place);
    }
    return undefined;
  }

  function down(silent: boolean) {
    for (const { call } of slots.values()) call.hangUp();
    slots.clear();
    left.clear();
    for (const user of users) user.lineDown(silent, heardAt);
  }

  function subscribe(user: LineUser, wish: Wish): boolean {
    topics.add(wish.topic);
    if (!connection.isUp() || slots.has(wish.place) || isFull(wish.topic)) return false;
    const slot: Slot = {
      user,
      wish,
      subscription: null,
      call: createCall(env),
      sent: false,
      answered: false,
    };
    slots.set(wish.place, slot);
    const { subscribe: asked } = wish;
    if (typeof asked === "function") {
      slot.call.make(MAKE_TOKEN, (answer) => takeToken(slot, asked, answer));
    } else {
      slot.subscription = asked;
      say(slot);
    }
    return true;
  }

  function isFull(topic: LineTopic): boolean {
    return [...slots.values()].filter((slot) => slot.wish.topic === topic).length >= topic.places;
  }

  function takeToken(slot: Slot, ask: (token: string) => ClientFrame, answer: Answer<LiveToken> | null) {
    if (answer?.body) {
      slot.subscription = ask(answer.body.token);
      return say(slot);
    }
    slots.delete(slot.wish.place);
    slot.user.denied(answer?.status === 401 ? "signed-out" : "unavailable");
  }

  function say(slot: Slot) {
    if (!slot.subscription || left.has(slot.wish.place)) return;
    slot.sent = true;
    connection.send(slot.subscription);
  }

  function leave(user: LineUser) {
    users.delete(user);
    for (const slot of slots.values()) if (slot.user === user) vacate(slot);
    connection.want(users.size > 0);
  }

  function vacate(slot: Slot) {
    const { place, topic, unsubscribe } = slot.wish;
    slots.delete(place);
    slot.call.hangUp();
    if (!slot.sent) return;
    connection.send(unsubscribe);
    if (topic.waitsForLast) awaitLastFrame(place);
  }

  function awaitLastFrame(place: string) {
    left.set(place, (left.get(place) ?? 0) + 1);
    connection.whenAnswered(() => {
      const others = (left.get(place) ?? 1) - 1;
      if (others > 0) left.set(place, others);
      else left.delete(place);
      const next = slots.get(place);
      if (next) say(next);
    });
  }

  function renew(user: LineUser) {
    const held = [...slots.values()].find((slot) => slot.user === user);
    if (!held) return;
    vacate(held);
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
      if (isCut) user.cut();
    },
    drop: () => connection.drop(),
    retry: () => connection.retry(),
    cut() {
      isCut = true;
      connection.probe();
      for (const user of users) user.cut();
    },
    mend,
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
