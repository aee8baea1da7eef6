import { Suspense } from "react";
import { useShopUpkeep } from "../shop/useShopUpkeep";
import { AppModals } from "./AppModals";
import { Overlays } from "./lazyParts";
import { RouteFocus } from "./RouteFocus";
import { useOrigin } from "./useOrigin";
import { useVisits } from "./useVisits";

/** What every page of the shop stands in, whichever header it has. */
export function Root() {
  useShopUpkeep();
  useOrigin();
  useVisits();
  return (
    <>
      <RouteFocus />
      <AppModals />
      <Suspense>
        <Overlays />
      </Suspense>
    </>
  );
}
