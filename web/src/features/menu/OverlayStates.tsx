import { Dialog } from "../../ui/modal/Dialog";
import { OfflineNote } from "../../ui/OfflineNote";
import { useWayOut } from "../../ui/modal/useLeaving";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./OverlayStates.module.css";
import { MENU, OVERLAY } from "./texts";

/** It is being found out what the address names: the dialog stands already. */
export function OverlayLoading({ onClose }: { onClose: () => void }) {
  const { isLeaving, leave } = useWayOut(onClose);
  usePageTitle(OVERLAY.loading);
  return (
    <Dialog isOpen={!isLeaving} onClose={leave} title={OVERLAY.loading} size="large" isSheet>
      <OfflineNote>{OVERLAY.offline}</OfflineNote>
      <Shapes />
    </Dialog>
  );
}

/** What a combo is chosen from is on its way. */
export function ComboLoading() {
  return (
    <div className={styles["bare"]}>
      <p className="sr-only" role="status">
        {MENU.loading}
      </p>
      <Shapes />
    </div>
  );
}

function Shapes() {
  return (
    <div className={styles["shapes"]} aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
