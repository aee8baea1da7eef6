import type { LatLng } from "../../api/wire";
import { type SeenCar, seenCar } from "../../live/topics/order/car";
import type { OrderState } from "../../live/live";
import { showsCar } from "../../live/rules";
import type { HeroView } from "../hero/heroOf";

/** What is known of the car of an order that is shown on a map. */
export type CarSight =
  /** It has not left yet: nobody asks where it is. */
  | "waiting"
  /** Its position is young, or old. */
  | "fresh"
  | "stale"
  /** It is at another customer's door, and is shown where it was before. */
  | "elsewhere"
  /** It is on its way, and nobody knows where. */
  | "unseen"
  /** This order's turn has passed for now, and where the car goes is others' business. */
  | "astray";

/** What the map of an order shows at a moment. */
export interface MapView {
  home: LatLng;
  restaurant: LatLng;
  /** What the two are called: the door by its street. */
  names: { home: string; restaurant: string };
  /** The car where it was last seen; `null` where there is none to show. */
  car: SeenCar | null;
  sight: CarSight;
  /** Solid only where the car comes straight here; before its departure, or with stops before, it turns elsewhere first. */
  route: "solid" | "dots" | "none";
  /** Deliveries that come before this one; `null` where that is not known. */
  stopsBefore: number | null;
}

/**
 * The map that takes the road's place in the hero, at `now` (epoch ms by the server's clock). `null` where there is no road,
 * and where nobody knows the place of the door.
 */
export function mapOf(order: OrderState, { scene, phase }: HeroView, now: number): MapView | null {
  const home = order.customer.coordinates;
  if (scene !== "road" || home === null) return null;
  const car = seenCar(order, now);
  const sight = phase === "deliveryFailed" ? "astray" : sightOf(order, car);
  const { stopsBefore } = order;
  const route = ROUTES[sight](stopsBefore);
  const { coordinates: restaurant, displayName } = order.restaurant;
  const names = { home: order.customer.streetAddress ?? "", restaurant: displayName };
  return { home, restaurant, names, car, sight, route, stopsBefore };
}

function sightOf({ orderInfo }: OrderState, car: SeenCar | null): CarSight {
  if (!showsCar(orderInfo.status)) return "waiting";
  if (car === null) return "unseen";
  if (car.isAtAnotherStop) return "elsewhere";
  return car.isStale ? "stale" : "fresh";
}

const byStops = (stopsBefore: number | null) => (stopsBefore === 0 ? "solid" : "dots");
const dots = () => "dots" as const;
const none = () => "none" as const;

const ROUTES: Record<CarSight, (stopsBefore: number | null) => MapView["route"]> = {
  waiting: dots,
  fresh: byStops,
  stale: byStops,
  elsewhere: dots,
  unseen: none,
  astray: none,
};
