import { lazy, Suspense, useMemo, useRef, useState } from "react";
import type { BoardState } from "../../../live/live";
import type { Rows } from "../../../live/topics/board/state";
import { MapBoundary } from "../../../map/MapBoundary";
import { carName } from "../carName";
import { CITY } from "../texts";
import { BoardTrouble } from "../BoardTrouble";
import type { Restaurant } from "../useRestaurants";
import { CarList } from "./CarList";
import { type CarOnRoad, carsOf, ordersByCar } from "./carsOf";
import styles from "./City.module.css";
import { inTown, townOf } from "./townOf";
import { useCars } from "./useCars";
import { arriving } from "../../../lib/arriving";

interface CityViewProps {
  state: BoardState;
  /** The restaurants whose board is asked for; none for all. */
  asked: readonly string[];
  /** The orders that the filter leaves; `null` where nothing is filtered. */
  wanted: ReadonlySet<string> | null;
  restaurants: readonly Restaurant[];
  restaurantId: string | null;
  openedId: string | null;
  onOpen: (orderId: string) => void;
  onRetry: () => void;
  /** Epoch ms by the server's clock. */
  now: number;
}

/** The map's code is large, and comes when a map is looked at. */
const CityMap = lazy(() => arriving(() => import("../../../map/CityMap")));
const NO_ROWS: Rows = new Map();

/** The city: every car on the road where it is, and in words what each one carries. */
export function CityView(props: CityViewProps) {
  const { state, asked, wanted, restaurants, restaurantId, openedId, onOpen, onRetry, now } = props;
  const cars = useCars(asked);
  const rows = state.rows ?? NO_ROWS;
  const carried = useMemo(() => ordersByCar(rows), [rows]);
  const onRoad = useMemo(
    () => (cars ? carsOf(cars, carried, wanted, now) : null),
    [cars, carried, wanted, now],
  );
  const [pressedId, setPressedId] = useState<string | null>(null);
  const openedCar = openedId === null ? null : (rows.get(openedId)?.carId ?? null);
  const chosenId = openedCar ?? pressedId;
  const list = useRef<HTMLDivElement>(null);

  function choose(carId: string) {
    const orders = onRoad?.find(({ car }) => car.carId === carId)?.orders ?? [];
    const [only] = orders;
    setPressedId(carId);
    if (only && orders.length === 1) return onOpen(only.orderId);
    // Which of them is meant is chosen in the list.
    list.current?.querySelector<HTMLElement>(`[data-car="${CSS.escape(carId)}"] button`)?.focus();
  }

  return (
    <section className={styles["city"]} aria-label={CITY.label}>
      <BoardTrouble state={state} onRetry={onRetry} />
      <div className={styles["halves"]}>
        <div className={styles["map"]}>
          <MapOfCars
            rows={rows}
            onRoad={onRoad}
            chosenId={chosenId}
            restaurants={restaurants}
            restaurantId={restaurantId}
            onChoose={choose}
          />
        </div>
        <div ref={list} className={styles["side"]}>
          <CarList
            onRoad={onRoad}
            mode={state.mode}
            isFiltered={wanted !== null}
            chosenId={chosenId}
            openedId={openedId}
            now={now}
            onOpen={onOpen}
          />
        </div>
      </div>
    </section>
  );
}

interface MapOfCarsProps {
  rows: Rows;
  onRoad: CarOnRoad[] | null;
  chosenId: string | null;
  restaurants: readonly Restaurant[];
  restaurantId: string | null;
  onChoose: (carId: string) => void;
}

/** The map with what it is fed. Until it has come, its calm ground stands in its place. */
function MapOfCars({ rows, onRoad, chosenId, restaurants, restaurantId, onChoose }: MapOfCarsProps) {
  const cars = useMemo(
    () =>
      (onRoad ?? []).map(({ car, isStale }) => ({
        ...car,
        at: Date.parse(car.at),
        label: carName(car.carId),
        isStale,
        isChosen: car.carId === chosenId,
      })),
    [onRoad, chosenId],
  );
  const marks = useMemo(
    () => restaurants.filter(({ id }) => restaurantId === null || id === restaurantId),
    [restaurants, restaurantId],
  );
  const town = useMemo(() => townOf(marks.filter(isAtWork(rows))), [marks, rows]);
  return (
    <MapBoundary instead={<p className={styles["broken"]}>{CITY.noMap}</p>}>
      <Suspense>
        {/* Another restaurant is another part of the country: the map begins there. */}
        <CityMap
          key={restaurantId}
          cars={cars}
          restaurants={marks}
          focus={town[0] ? [...town, ...inTown(cars, town[0])] : undefined}
          label={CITY.map}
          onChoose={onChoose}
        />
      </Suspense>
    </MapBoundary>
  );
}

/** Whether anybody waits for an order of a restaurant. */
function isAtWork(rows: Rows): (restaurant: Restaurant) => boolean {
  const busy = new Set([...rows.values()].map(({ restaurantId }) => restaurantId));
  return ({ id }) => busy.has(id);
}
