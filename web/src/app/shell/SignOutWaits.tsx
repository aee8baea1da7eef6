import { WifiOff } from "lucide-react";
import { useWaitingSignOut } from "../../session/signOut";
import { Banner } from "../../ui/Banner";
import { LEAVING } from "./accountTexts";

/** Says that a sign-out waits for the network, for as long as it does. */
export function SignOutWaits() {
  return (
    <div role="status">
      {useWaitingSignOut() && (
        <Banner look="valo" icon={<WifiOff size={20} strokeWidth={1.75} aria-hidden="true" />}>
          {LEAVING.waits}
        </Banner>
      )}
    </div>
  );
}
