import { useEffect, useState } from "react";
import type { ComboView } from "../../api/wire";
import { ComboEditor } from "../../products/combo/ComboEditor";
import { useSoldOutIds } from "../../shop/availability/useSoldOutIds";
import { useMenu } from "../../shop/catalog/useCatalog";
import { Dialog } from "../../ui/modal/Dialog";
import { useWayOut } from "../../ui/modal/useLeaving";
import { usePageTitle } from "../../ui/usePageTitle";
import { MenuFailed } from "./MenuStates";
import { ComboLoading } from "./OverlayStates";
import { type AddPhase, useAdd } from "./useAdd";
import { useStands } from "./useStands";

/** How long it is said that it was added (PD-29). */
const DONE_MS = 1_000;

/** `/menu/{campaignSlug}`: a combo over the menu (CM-01). */
export default function ComboOverlay({ combo, onClose }: { combo: ComboView; onClose: () => void }) {
  const { isLeaving, leave } = useWayOut(onClose);
  usePageTitle(combo.name);
  useStands(true);
  const { data: menu, isError, refetch } = useMenu();
  const soldOutIds = useSoldOutIds();
  const add = useAdd();
  const [phase, setPhase] = useState<AddPhase>("choosing");
  useEffect(() => {
    if (phase !== "done") return undefined;
    const timer = setTimeout(leave, DONE_MS);
    return () => clearTimeout(timer);
  }, [phase, leave]);
  return (
    <Dialog isOpen={!isLeaving} onClose={leave} title={combo.name} size="large" isSheet isBare>
      {menu ? (
        <ComboEditor
          combo={combo}
          menu={menu}
          soldOutIds={soldOutIds}
          mode={{ kind: "add", addedFrom: "combo" }}
          phase={phase}
          onPut={(action) => add(action, setPhase)}
          onLeave={leave}
        />
      ) : isError ? (
        <MenuFailed onRetry={() => void refetch()} />
      ) : (
        <ComboLoading />
      )}
    </Dialog>
  );
}
