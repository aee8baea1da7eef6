import { lazy, Suspense } from "react";
import { opening } from "../../lib/arriving";
import { useJustAdded } from "../../shop/reorder/justAdded";

const AddedNote = lazy(() =>
  opening(() => import("../../products/reorder/AddedNote")).then((module) => ({ default: module.AddedNote })),
);

/** What was ordered again just now; its code comes with the first. */
export function Added() {
  const { at } = useJustAdded();
  return (
    at > 0 && (
      <Suspense>
        <AddedNote />
      </Suspense>
    )
  );
}
