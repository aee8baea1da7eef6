/** The cars of the board: where each was seen last. They move each second, so they are told apart from the rows. */
import type { BoardCar, CarsFrame } from "../../../api/wire";
import type { LiveEnv, Timer } from "../../connection/env";

/** The cars on the road for the board's orders, by their number. */
export type Cars = ReadonlyMap<string, BoardCar>;

/** Whoever looks away may look again at once; until then the cars are asked for. */
const LINGER_MS = 1_000;

/** The cars as they are watched; see {@link createBoardCars}. */
export interface BoardCars {
  /** The newest known; `null` where they are not known, or not any more. */
  get(): Cars | null;
  /** Asks for the cars for as long as there is a listener, and calls it on each change. */
  subscribe(listener: () => void): () => void;
  isWanted(): boolean;
  /** The board begins anew: the next frame holds all cars. */
  begin(): void;
  receive(frame: CarsFrame): void;
  /** Nobody tells any more where they are. */
  forget(): void;
  /** Forgets them, and who was about to look away. */
  rest(): void;
}

/** The cars of a board; `onWanted` is called when somebody wants them, or nobody does any more. */
export function createBoardCars(env: LiveEnv, onWanted: () => void): BoardCars {
  const listeners = new Set<() => void>();
  let cars: Cars | null = null;
  let wanted = false;
  let isWhole = true;
  let leaving: Timer | null = null;

  function want(now: boolean) {
    leaving = null;
    if (now === wanted) return;
    wanted = now;
    if (!wanted) cars = null;
    onWanted();
  }

  function put(next: Cars | null) {
    if (next === cars) return;
    cars = next;
    for (const listener of listeners) listener();
  }

  return {
    get: () => cars,
    subscribe(listener) {
      listeners.add(listener);
      env.clearTimer(leaving);
      want(true);
      return () => {
        listeners.delete(listener);
        env.clearTimer(leaving);
        if (listeners.size === 0) leaving = env.setTimer(() => want(false), LINGER_MS);
      };
    },
    isWanted: () => wanted,
    begin() {
      isWhole = true;
    },
    receive(frame) {
      put(reduceCars(cars, frame, isWhole));
      isWhole = false;
    },
    forget: () => put(null),
    rest() {
      env.clearTimer(leaving);
      wanted = listeners.size > 0;
      put(null);
    },
  };
}

/**
 * The next cars; the same object where the frame is no news. A frame that is `whole` says by its silence who is off the
 * road. No car goes back in time: another node may know it from longer ago.
 */
export function reduceCars(cars: Cars | null, frame: CarsFrame, isWhole: boolean): Cars {
  if (
    !isWhole &&
    cars &&
    !frame.cars.some((car) => isNews(cars, car)) &&
    !frame.removed.some((id) => cars.has(id))
  ) {
    return cars;
  }
  const next = new Map(isWhole ? [] : cars);
  for (const car of frame.cars) {
    const known = cars?.get(car.carId);
    next.set(car.carId, known && !isNews(cars, car) ? known : car);
  }
  for (const id of frame.removed) next.delete(id);
  return next;
}

function isNews(cars: Cars | null, { carId, at }: BoardCar): boolean {
  const known = cars?.get(carId);
  return !known || Date.parse(at) > Date.parse(known.at);
}
