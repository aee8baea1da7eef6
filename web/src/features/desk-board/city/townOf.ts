import { metresBetween, type Place } from "../../../map/geo";

/** What is further away is another town. */
const TOWN_M = 10_000;

/** The town with the most of these places: a chain has several, and a map that shows all of them shows none. */
export function townOf<Somewhere extends Place>(places: readonly Somewhere[]): Somewhere[] {
  let town: Somewhere[] = [];
  for (const centre of places) {
    const near = inTown(places, centre);
    if (near.length > town.length) town = near;
  }
  return town;
}

/** Those of the places that are in the same town as `centre`. */
export function inTown<Somewhere extends Place>(places: readonly Somewhere[], centre: Place): Somewhere[] {
  return places.filter((place) => metresBetween(centre, place) <= TOWN_M);
}
