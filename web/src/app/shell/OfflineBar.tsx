import { WifiOff } from "lucide-react";
import { Banner } from "../../ui/Banner";
import { useOnline } from "../../ui/useOnline";
import { useLongPending, usePending } from "../routing/pending";
import styles from "./OfflineBar.module.css";
import { OFFLINE } from "./texts";

/**
 * Says that the network is gone, for as long as it is, and of a page that one went to that it comes when it is back. It
 * stays under the header. Pages that say so themselves show it for the pages that one goes to from there alone.
 */
export function OfflineBar({ isForPending = false }: { isForPending?: boolean }) {
  const isOnline = useOnline();
  const isPending = usePending((state) => state.isPending);
  // Not every network that is gone is known to be.
  const isLong = useLongPending();
  const isShown = isLong || (!isOnline && (isPending || !isForPending));
  if (!isShown) return null;
  return (
    <div className={`${styles["bar"]} ${isForPending ? styles["atTop"] : ""}`}>
      <Banner look="tomaatti" icon={<WifiOff size={20} strokeWidth={1.75} aria-hidden="true" />} isAlert>
        {isPending ? OFFLINE.pending : OFFLINE.kept}
      </Banner>
    </div>
  );
}
