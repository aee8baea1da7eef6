import { memo } from "react";
import type { BoardOrder } from "../../../api/wire";
import { minutesLate } from "../../../live/topics/board/rules";
import type { Mode } from "../../../live/live";
import { ageText } from "../../../order-status/map/words";
import { MAP } from "../../../order-status/texts";
import { carName } from "../carName";
import { BOARD, CITY } from "../texts";
import type { CarOnRoad } from "./carsOf";
import styles from "./City.module.css";

interface CarListProps {
  /** `null` while no cars are known. */
  onRoad: CarOnRoad[] | null;
  mode: Mode;
  /** Whether cars are left out. */
  isFiltered: boolean;
  chosenId: string | null;
  openedId: string | null;
  /** Epoch ms. */
  now: number;
  onOpen: (orderId: string) => void;
}

/** The map in words: how many cars are on the road, and what each one carries. */
export function CarList(props: CarListProps) {
  const { onRoad, mode, isFiltered, chosenId, openedId, now, onOpen } = props;
  if (onRoad === null || onRoad.length === 0) {
    return (
      <p className={styles["calm"]} role="status">
        {onRoad === null ? unknownWords(mode) : isFiltered ? CITY.noMatch : CITY.none}
      </p>
    );
  }
  return (
    <>
      <h2>{CITY.count(onRoad.length)}</h2>
      <ul>
        {onRoad.map(({ car: { carId }, orders, ageMs, isStale }) => (
          <CarItem
            key={carId}
            carId={carId}
            orders={orders}
            age={ageText(ageMs)}
            isStale={isStale}
            isChosen={carId === chosenId}
            openedId={orders.some(({ orderId }) => orderId === openedId) ? openedId : null}
            minute={Math.floor(now / 60_000)}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </>
  );
}

function unknownWords(mode: Mode): string {
  return mode === "polling" || mode === "offline" ? CITY.waitsForLine : CITY.opening;
}

interface CarItemProps {
  carId: string;
  orders: BoardOrder[];
  age: string;
  isStale: boolean;
  isChosen: boolean;
  openedId: string | null;
  /** Minutes since the epoch: as finely as lateness is told. */
  minute: number;
  onOpen: (orderId: string) => void;
}

/** One car; told anew only where something about it changed, however often the others move. */
const CarItem = memo(
  function CarItem({ carId, orders, age, isStale, isChosen, openedId, minute, onOpen }: CarItemProps) {
    return (
      <li data-car={carId} className={isChosen ? styles["chosen"] : undefined}>
        <p className={styles["car"]}>
          <b title={carId}>{carName(carId)}</b>{" "}
          <span className={isStale ? styles["stale"] : undefined}>
            {isStale ? CITY.staleAge(age) : MAP.shortAge(age)}
          </span>
        </p>
        {orders.map((order) => (
          <button
            key={order.orderId}
            type="button"
            data-order={order.orderId}
            aria-pressed={order.orderId === openedId}
            onClick={() => onOpen(order.orderId)}
          >
            <b>{order.orderId}</b>
            <span>
              {[order.customer.name?.trim() || BOARD.noName, order.customer.streetAddress].join(", ")}
            </span>
            <Lateness order={order} now={minute * 60_000} />
          </button>
        ))}
        {orders.length === 0 && <p className={styles["calm"]}>{CITY.noOrders}</p>}
      </li>
    );
  },
  (before, after) =>
    before.orders.length === after.orders.length &&
    before.orders.every((order, at) => order === after.orders[at]) &&
    UNLIKE_ORDERS.every((key) => before[key] === after[key]),
);

/** What is compared as it is; a car's orders are in a new list each time. */
const UNLIKE_ORDERS = ["carId", "age", "isStale", "isChosen", "openedId", "minute"] as const;

function Lateness({ order, now }: { order: BoardOrder; now: number }) {
  const late = minutesLate(order, now);
  return late > 0 && <em>{BOARD.lateBy(late)}</em>;
}
