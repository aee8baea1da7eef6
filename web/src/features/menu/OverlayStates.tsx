import { Dialog } from "../../ui/modal/Dialog";
import { OfflineNote } from "../../ui/OfflineNote";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./OverlayStates.module.css";
import { MENU, OVERLAY } from "./texts";

/** It is being found out what the address names: the dialog stands already. */
export function OverlayLoading({ onClose }: { onClose: () => void }) {
  usePageTitle(OVERLAY.loading);
  return (
    <Dialog isOpen onClose={onClose} title={OVERLAY.loading} size="large" isSheet>
      <OfflineNote>{OVERLAY.offline}</OfflineNote>
      <Shapes />
    </Dialog>
  );
}

/** What a combo is chosen from is on its way. */
export function ComboLoading() {
  return (
    <div className={styles["bare"]}>
      <p className="heard" role="status">
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
