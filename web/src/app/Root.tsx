import { useShopUpkeep } from "../shop/useShopUpkeep";
import { AppModals } from "./AppModals";
import { RouteFocus } from "./RouteFocus";
import { ProblemDialog } from "./shell/Problems";
import { VersionBar } from "./shell/VersionBar";

/** What every page of the shop stands in, whichever header it has. */
export function Root() {
  useShopUpkeep();
  return (
    <>
      <RouteFocus />
      <AppModals />
      <ProblemDialog />
      <VersionBar />
    </>
  );
}
