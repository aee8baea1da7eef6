// @vitest-environment node
/**
 * The reducer against a model of a few lines: what it knows is said by two numbers and a moment, and what it shows is then
 * what the server's history has at those.
 */
import { expect, test } from "vitest";
import type { CarPosition, Estimate, OrderTracking, StatusEntry } from "../../../api/wire";
import { type News, reduce, skips } from "./reducer";
import { showsCar } from "../../rules";
import type { OrderState } from "./state";
import { type Chance, chanceFrom } from "../../testing/chance";
import { anOrder, at } from "../../testing/orders";

const RUNS = Number(process.env["OVELLE_MODEL_RUNS"] ?? 20_000);
const FIRST_SEED = Number(process.env["OVELLE_MODEL_SEED"] ?? 1);
const STEPS = 60;
/** Statuses that lead to and from 8, where a car is shown. */
const STATUSES = [1, 4, 6, 7, 8, 8, 9] as const;

/** One order's history, of which every state that ever was is kept by its `rev`. */
class History {
  readonly states: [OrderTracking, ...OrderTracking[]] = [anOrder()];
  /** Where the car was, the newest last; it may have been shown at any time since. */
  readonly places: CarPosition[] = [];
  private ticks = 0;

  constructor(private readonly chance: Chance) {}

  get now(): OrderTracking {
    return this.states[this.states.length - 1] ?? this.states[0];
  }

  commitStatus(): StatusEntry {
    const { now, chance } = this;
    const entry: StatusEntry = {
      seq: now.seq + 1,
      status: chance.pick(STATUSES),
      at: this.tick(),
      source: "kitchen",
    };
    this.commit({
      seq: entry.seq,
      orderInfo: { ...now.orderInfo, status: entry.status },
      statusHistory: [...now.statusHistory, entry],
    });
    return entry;
  }

  commitEstimate() {
    this.commit({});
  }

  moveCar(): CarPosition {
    const place = {
      lat: 60.18,
      lng: 24.95,
      headingDeg: null,
      speedKmh: null,
      at: this.tick(),
      stopsBefore: 0,
    };
    this.places.push(place);
    return place;
  }

  private commit(change: Partial<OrderTracking>) {
    const { now, chance } = this;
    const minutes = chance.below(30);
    const estimate: Estimate | null = chance.in(0.1)
      ? null
      : { at: this.tick(), minutes, from: minutes, to: minutes + 5, basis: "kitchen" };
    const orderInfo = {
      ...(change.orderInfo ?? now.orderInfo),
      estimatedMinutesRemaining: estimate?.minutes ?? null,
    };
    const stopsBefore = chance.below(3);
    this.states.push({ ...now, ...change, rev: now.rev + 1, estimate, stopsBefore, orderInfo });
  }

  private tick(): string {
    this.ticks += 1;
    return at(this.ticks / 60);
  }
}

/** What the reducer is to know. */
interface Known {
  seq: number;
  rev: number;
  car: string | null;
}

function statusAt(history: History, seq: number): number {
  return history.now.statusHistory[seq]?.status ?? Number.NaN;
}

/** The rules of the client in short: a status by the next `seq`, all else by a higher `rev`, a car by a later moment. */
function learn(known: Known | null, news: News, history: History): Known | null {
  if (news.type === "snapshot" || news.type === "poll") {
    const { seq, rev } = news.order;
    const given = news.type === "snapshot" ? news.car : undefined;
    const isNews = !known || seq > known.seq || (seq === known.seq && rev > known.rev);
    const kept = isNews && given === null ? null : (known?.car ?? null);
    const next = isNews ? { seq, rev, car: kept } : known;
    return withCar(next, given?.at, history);
  }
  if (!known) return null;
  switch (news.type) {
    case "status": {
      if (news.seq !== known.seq + 1 || news.rev < known.rev) return known;
      return withCar({ ...known, seq: news.seq, rev: news.rev }, undefined, history);
    }
    case "estimate":
      return news.rev > known.rev ? { ...known, rev: news.rev } : known;
    case "position":
      return withCar(known, news.at, history);
    case "car":
      if (news.car) return withCar(known, news.car.at, history);
      return known.car === news.known ? { ...known, car: null } : known;
  }
}

function withCar(known: Known, seen: string | undefined, history: History): Known {
  if (!showsCar(statusAt(history, known.seq))) return { ...known, car: null };
  const isNewer = seen !== undefined && (known.car === null || Date.parse(seen) > Date.parse(known.car));
  return isNewer ? { ...known, car: seen } : known;
}

/** Something that happens on the server, or is asked of it: news that may arrive at any time, often, or never. */
function happens(history: History, chance: Chance, state: OrderState | null): News | null {
  const { orderId } = history.now;
  const present = () => history.now;
  switch (chance.below(8)) {
    case 0:
    case 1: {
      const { seq, status, at: when, source } = history.commitStatus();
      const { rev, batchData, stopsBefore, estimate } = present();
      const told = { batchData, stopsBefore, estimate };
      return { type: "status", orderId, seq, rev, status, at: when, source, note: null, ...told };
    }
    case 2: {
      history.commitEstimate();
      const { rev, estimate, stopsBefore } = present();
      return { type: "estimate", orderId, rev, estimate, stopsBefore };
    }
    case 3:
      return { type: "position", orderId, ...history.moveCar() };
    case 4: {
      const order = present();
      const car = chance.in(0.5) ? (history.places.at(-1) ?? null) : null;
      return { type: "snapshot", orderId, seq: order.seq, rev: order.rev, order, car };
    }
    case 5:
      return {
        type: "car",
        car: chance.in(0.7) ? (history.places.at(-1) ?? null) : null,
        known: state?.car?.at ?? null,
      };
    case 6:
      return { type: "poll", order: present() };
    default:
      return null;
  }
}

/** As `expect`, of which a run has millions. */
function must(holds: boolean, what: string, details: () => unknown) {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(details())}`);
}

function isSame(a: StatusEntry | undefined, b: StatusEntry | undefined): boolean {
  return a?.seq === b?.seq && a?.status === b?.status && a?.at === b?.at && a?.source === b?.source;
}

function check(state: OrderState | null, known: Known | null, history: History) {
  if (!state || !known)
    return must(state === null && known === null, "nothing is known", () => [state, known]);
  const car = state.car?.at ?? null;
  must(state.seq === known.seq && state.rev === known.rev && car === known.car, "what is known", () => [
    { seq: state.seq, rev: state.rev, car },
    known,
  ]);
  // What is shown is what the history has at those numbers.
  const truth = history.states[known.rev];
  const told = state.statusHistory;
  const isWhole = told.every((entry, seq) => isSame(entry, history.now.statusHistory[seq]));
  must(isWhole && told.length === known.seq + 1, "the history", () => told);
  must(state.orderInfo.status === statusAt(history, known.seq), "the status", () => state.orderInfo);
  const minutes = state.orderInfo.estimatedMinutesRemaining;
  must(
    state.estimate === truth?.estimate &&
      state.stopsBefore === truth?.stopsBefore &&
      minutes === truth?.orderInfo.estimatedMinutesRemaining,
    "the estimate",
    () => [state.estimate, state.stopsBefore, minutes, truth],
  );
}

interface Tally {
  applied: number;
  passedOver: number;
  gaps: number;
}

function run(seed: number, tally: Tally) {
  const chance = chanceFrom(seed);
  const history = new History(chance);
  const underWay: News[] = [];
  let state: OrderState | null = null;
  let known: Known | null = null;
  const receive = (news: News) => {
    // A line that says so is given up; what it said is not applied.
    if (news.type === "status" && skips(state, news)) return void (tally.gaps += 1);
    const before = state;
    state = reduce(state, news);
    known = learn(known, news, history);
    check(state, known, history);
    must(reduce(state, news) === state, "the same news again are none", () => news);
    if (state === before) tally.passedOver += 1;
    else tally.applied += 1;
  };
  for (let step = 0; step < STEPS; step += 1) {
    const news = happens(history, chance, state);
    if (news) underWay.push(news);
    // In any order, often late; what has arrived may arrive again.
    const arrives = underWay[chance.in(0.6) ? underWay.length - 1 : chance.below(underWay.length || 1)];
    if (arrives && chance.in(0.7)) receive(arrives);
    if (chance.in(0.1)) underWay.splice(chance.below(underWay.length || 1), 1);
  }
  receive({ type: "poll", order: history.now });
  must((state as OrderState | null)?.rev === history.now.rev, "a poll brings what is true", () => state);
}

test(
  `${RUNS} sequences of news, from seed ${FIRST_SEED} on: in whatever order and number they arrive, what is shown is what the history has there`,
  () => {
    const tally: Tally = { applied: 0, passedOver: 0, gaps: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      try {
        run(seed, tally);
      } catch (error) {
        throw new Error(
          `seed ${seed} (OVELLE_MODEL_SEED=${seed} OVELLE_MODEL_RUNS=1): ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      }
    }
    // A run in which nothing happened proves nothing.
    for (const count of Object.values(tally)) expect(count).toBeGreaterThan(RUNS / 4);
  },
  120_000 + RUNS * 20,
);
