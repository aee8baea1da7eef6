/** What keeps the shop true and may wait until a page stands; the app calls it once. */
import { useEffect, useRef } from "react";
import { useUser } from "../session/useUser";
import { KEPT_BEFORE } from "./cart/storage";
import { endCall } from "./onBehalf/onBehalf";
import { usePhoneOrderFee } from "./onBehalf/usePhoneOrderFee";
import { tidyBrowser } from "./orders/thisBrowser";

/** Forgets what this browser may not keep any longer, and keeps the call centre's calls to whoever took them. */
export function useLaterUpkeep(): void {
  useEffect(() => tidyBrowser(Date.now(), KEPT_BEFORE), []);
  usePhoneOrderFee();
  const user = useUser();
  const who = user === undefined ? undefined : (user?.userId ?? null);
  const known = useRef(who);
  useEffect(() => {
    if (known.current !== undefined && known.current !== who) endCall();
    known.current = who;
  }, [who]);
}
