import { useCallback, useEffect, useEffectEvent, useState } from "react";

/** How long a dialog takes to go (SH-22). */
const LEAVING_MS = 300;

/** Whether something is there, on its way out, or gone. */
export type Presence = "here" | "leaving" | "gone";

/** Keeps what was closed for as long as its way out takes. */
export function useLeaving(isOpen: boolean): Presence {
  const [presence, setPresence] = useState<Presence>(isOpen ? "here" : "gone");
  if (isOpen && presence !== "here") setPresence("here");
  if (!isOpen && presence === "here") setPresence("leaving");
  useEffect(() => {
    if (presence !== "leaving") return;
    const timer = setTimeout(() => setPresence("gone"), isMotionReduced() ? 0 : LEAVING_MS);
    return () => clearTimeout(timer);
  }, [presence]);
  return presence;
}

/** The way out of what its owner takes away at once: `leave` begins it, and `onGone` hears when it is over (SH-22). */
export function useWayOut(onGone: () => void): { isLeaving: boolean; leave: () => void } {
  const [presence, setPresence] = useState<Presence>("here");
  const end = useEffectEvent(() => {
    setPresence("gone");
    onGone();
  });
  useEffect(() => {
    if (presence !== "leaving") return;
    const timer = setTimeout(end, isMotionReduced() ? 0 : LEAVING_MS);
    return () => clearTimeout(timer);
  }, [presence]);
  const leave = useCallback(() => setPresence("leaving"), []);
  return { isLeaving: presence !== "here", leave };
}

function isMotionReduced(): boolean {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
