/** Leaving, which holds here whatever becomes of its call. */
import { useEffect, useState } from "react";
import type { QueryClient } from "@tanstack/react-query";
import { get, post, send } from "../api/client";
import { networkMayBeBack } from "../lib/networkBack";
import { removeText, writeText } from "../lib/textStorage";
import { useSessionHints } from "./hints";
import { become, isAnybody, isSignOutWaiting, NOBODY, SIGN_OUT_WAITS } from "./userSession";

/** Leaves: nobody is signed in here from now on. Answers whether the server knows it too. */
export async function leave(cache: QueryClient): Promise<boolean> {
  const isKnown = await send(post("/api/users/logout")).then(
    () => true,
    () => false,
  );
  become(cache, NOBODY, { left: true });
  if (!isKnown) writeText(SIGN_OUT_WAITS, "1");
  return isKnown;
}

/** Ends the session of a sign-out that waited, if the server still knows it. */
async function finishLeaving(): Promise<void> {
  const session = await send(get("/api/users/session"));
  // Somebody may have signed in meanwhile, in another tab.
  if (!isSignOutWaiting()) return;
  if (isAnybody(session)) await send(post("/api/users/logout"));
  removeText(SIGN_OUT_WAITS);
}

/** Whether a sign-out waits for the network; it is sent when that is back. */
export function useWaitingSignOut(): boolean {
  const { left } = useSessionHints();
  const [isWaiting, setWaiting] = useState(isSignOutWaiting);
  if (left && !isWaiting && isSignOutWaiting()) setWaiting(true);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const end = new AbortController();
    const tryOn = async () => {
      for (let tries = 0; !end.signal.aborted && isSignOutWaiting(); tries += 1) {
        await networkMayBeBack(tries);
        if (end.signal.aborted) return;
        await finishLeaving().catch(() => undefined);
      }
      if (!end.signal.aborted) setWaiting(false);
    };
    void tryOn();
    return () => end.abort();
  }, [isWaiting]);
  return isWaiting;
}
