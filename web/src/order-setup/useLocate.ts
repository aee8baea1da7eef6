import { useState } from "react";
import { tellPageError } from "../analytics/pageErrors";
import type { LatLng } from "../api/wire";
import { logFailure } from "../lib/log";

/** How asking for the person's place stands (OS-27). */
export type LocateState = "idle" | "loading" | "error" | "success";

const TIMEOUT_MS = 10_000;

/** Asks the browser where the person is; `onFound` may refuse the place by throwing (OS-53, OS-71). */
export function useLocate(onFound: (at: LatLng) => Promise<void> | void): {
  state: LocateState;
  locate: () => void;
} {
  const [state, setState] = useState<LocateState>("idle");
  const locate = async () => {
    if (state === "loading") return;
    setState("loading");
    try {
      const { coords } = await positionOf(navigator.geolocation);
      await onFound({ lat: coords.latitude, lng: coords.longitude });
      setState("success");
    } catch (cause) {
      tellPageError("FRONTEND_LOCATION_DENIED");
      logFailure("the place of this device is not known", cause);
      setState("error");
    }
  };
  return { state, locate: () => void locate() };
}

/** Old browsers, and pages without a secure origin, have no such thing. */
function positionOf(geolocation: Geolocation | undefined): Promise<GeolocationPosition> {
  return new Promise((found, failed) => {
    if (!geolocation) return failed(new Error("no geolocation"));
    geolocation.getCurrentPosition(found, failed, { timeout: TIMEOUT_MS, maximumAge: 60_000 });
  });
}
