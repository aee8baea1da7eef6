/** What may be said of an order's car at a moment: where it was last seen, and how much that still counts. */
import type { CarPosition } from "../../../api/wire";
import { CAR_GONE_MS, showsCar } from "../../rules";
import type { OrderState } from "./state";

/** From this age on a position is shown as an old one; milliseconds. */
export const CAR_STALE_MS = 30_000;
export { CAR_GONE_MS };
/** A position that has not moved for so long may have been withheld; milliseconds. */
export const CAR_QUIET_MS = 12_000;

/** A car as it is to be shown. */
export interface SeenCar {
  position: CarPosition;
  /** How long ago it was there, milliseconds; never negative. */
  ageMs: number;
  isStale: boolean;
  /** It is known to be at another customer's door, and is not shown there. */
  isAtAnotherStop: boolean;
}

/** The car that may be shown at `now` (epoch ms by the server's clock); `null` where there is none. */
export function seenCar(
  order: Pick<OrderState, "orderInfo" | "car" | "stopsBefore">,
  now: number,
): SeenCar | null {
  const { car } = order;
  if (car === null || !showsCar(order.orderInfo.status)) return null;
  const ageMs = ageOf(car, now);
  if (ageMs >= CAR_GONE_MS) return null;
  const isAtAnotherStop = car.atAnotherStop === true && (order.stopsBefore ?? 0) > 0;
  return { position: car, ageMs, isStale: ageMs >= CAR_STALE_MS, isAtAnotherStop };
}

/** How old a position is at `now`, milliseconds. A car's clock may be a little ahead of the server's. */
export function ageOf({ at }: Pick<CarPosition, "at">, now: number): number {
  return Math.max(0, now - Date.parse(at));
}

/** Whether an order's car is to be asked for: now, or, where that is not sure yet, to be judged again in `inMs`. */
export interface CarQuestion {
  ask: boolean;
  inMs: number | null;
}

/**
 * The car is polled for beside the order, while there may be one to show; and beside a `live` line, while the car stands
 * still on its way to others. `now` is epoch ms by the server's clock.
 */
export function carQuestion(
  order: OrderState | null,
  delivery: { live: boolean; polling: boolean },
  now: number,
): CarQuestion {
  if (order === null) return { ask: false, inMs: null };
  if (!delivery.live) return { ask: delivery.polling && showsCar(order.orderInfo.status), inMs: null };
  const inMs = askWhyQuietIn(order, now);
  return { ask: inMs === 0, inMs: inMs === 0 ? null : inMs };
}

/**
 * In how many milliseconds it is worth asking why the car stands still: at another customer's door no positions are
 * sent, and no frame says so. `null` where there is nothing to ask.
 */
function askWhyQuietIn(order: OrderState, now: number): number | null {
  const { car, stopsBefore } = order;
  if (car === null || !showsCar(order.orderInfo.status) || stopsBefore === null || stopsBefore === 0)
    return null;
  return Math.max(0, CAR_QUIET_MS - ageOf(car, now));
}
