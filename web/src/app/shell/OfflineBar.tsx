import { WifiOff } from "lucide-react";
import { Banner } from "../../ui/Banner";
import { useOnline } from "../../ui/useOnline";
import { OFFLINE } from "./texts";

/** Says that the network is gone, for as long as it is: what one goes to comes when it is back. */
export function OfflineBar() {
  if (useOnline()) return null;
  return (
    <Banner look="tomaatti" icon={<WifiOff size={20} strokeWidth={1.75} aria-hidden="true" />} isAlert>
      {OFFLINE}
    </Banner>
  );
}
