/** The cars on the road, joined with the orders that they carry. */
import type { BoardCar, BoardOrder } from "../../../api/wire";
import { groupOf } from "../../../live/topics/board/rules";
import type { Rows } from "../../../live/topics/board/state";
import { ageOf, CAR_GONE_MS, CAR_STALE_MS } from "../../../live/topics/order/car";
import type { Cars } from "../../../live/live";

/** A car as the city shows it. */
export interface CarOnRoad {
  car: BoardCar;
  /** What it still carries, by number. */
  orders: BoardOrder[];
  /** How long ago it was there, milliseconds. */
  ageMs: number;
  /** Its position is too old to be trusted. */
  isStale: boolean;
}

const BY_NUMBER = new Intl.Collator("fi", { numeric: true });

/**
 * The cars, with what each has `carried`, that may be shown at `now` (epoch ms by the server's clock), by their number. Of `wanted` orders only those
 * cars that carry one; `null` for all cars.
 */
export function carsOf(
  cars: Cars,
  carried: ReadonlyMap<string, BoardOrder[]>,
  wanted: ReadonlySet<string> | null,
  now: number,
): CarOnRoad[] {
  const shown: CarOnRoad[] = [];
  for (const car of cars.values()) {
    const ageMs = ageOf(car, now);
    const orders = carried.get(car.carId) ?? [];
    const isWanted = wanted === null || orders.some(({ orderId }) => wanted.has(orderId));
    if (isWanted && ageMs < CAR_GONE_MS) shown.push({ car, orders, ageMs, isStale: ageMs >= CAR_STALE_MS });
  }
  return shown.toSorted((a, b) => BY_NUMBER.compare(a.car.carId, b.car.carId));
}

/** What each car still carries, by number. */
export function ordersByCar(rows: Rows): Map<string, BoardOrder[]> {
  const carried = new Map<string, BoardOrder[]>();
  for (const row of rows.values()) {
    if (row.carId === null || groupOf(row) === "done") continue;
    const before = carried.get(row.carId);
    if (before) before.push(row);
    else carried.set(row.carId, [row]);
  }
  for (const orders of carried.values()) orders.sort((a, b) => BY_NUMBER.compare(a.orderId, b.orderId));
  return carried;
}
