/** Rows never jump under a pointer: while somebody is about to press one, the list keeps its order. */
import type { Section } from "./selection";

/** How many rows have come, gone or changed places between the list as it is shown and as it should be. */
export function changesBetween(shown: readonly Section[], wanted: readonly Section[]): number {
  const before = placesOf(shown);
  const after = placesOf(wanted);
  const gone = [...before.keys()].filter((id) => !after.has(id));
  const come = [...after.keys()].filter((id) => !before.has(id));
  const stayed = [...after.keys()].filter((id) => before.has(id));
  const order = [...before.keys()].filter((id) => after.has(id));
  const moved = stayed.filter((id, at) => order[at] !== id || before.get(id) !== after.get(id));
  return gone.length + come.length + moved.length;
}

/** The part of the list that each row is in, in the rows' order. */
function placesOf(sections: readonly Section[]): Map<string, string> {
  return new Map(sections.flatMap(({ name, orderIds }) => orderIds.map((id) => [id, name] as const)));
}
