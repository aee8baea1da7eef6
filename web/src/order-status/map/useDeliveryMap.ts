import { createElement, memo, type ReactElement, useEffect, useState } from "react";
import type { DeliveryMapProps } from "../../map/DeliveryMap";

/** Draws a map. */
export type DrawMap = (props: DeliveryMapProps) => ReactElement;

/** The map's code, which is large and comes only when a map is shown: nothing yet, or nothing to be had. */
export type LoadedMap = DrawMap | "loading" | "failed";

/** So long after a failure it is tried again, milliseconds. */
const AGAIN_MS = 30_000;

let loaded: DrawMap | null = null;

/** Fetches the map's code; what could not be had may be asked for again. */
export async function fetchMap(): Promise<DrawMap> {
  if (loaded) return loaded;
  const module = await import("../../map/DeliveryMap");
  // What it is fed with changes less often than what stands around it.
  const DeliveryMap = memo(module.default);
  loaded ??= (props) => createElement(DeliveryMap, props);
  return loaded;
}

/** The map as far as it is here; `fetch` is asked again when the network comes back, and from time to time. */
export function useDeliveryMap(fetch = fetchMap): LoadedMap {
  const [map, setMap] = useState<{ is: LoadedMap }>({ is: loaded ?? "loading" });
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let isHere = true;
    const show = (is: LoadedMap) => {
      if (isHere) setMap({ is });
    };
    const load = () => {
      clearTimeout(again);
      fetch().then(show, () => {
        show("failed");
        if (isHere) again = setTimeout(load, AGAIN_MS);
      });
    };
    load();
    window.addEventListener("online", load);
    return () => {
      isHere = false;
      clearTimeout(again);
      window.removeEventListener("online", load);
    };
  }, [fetch]);
  return map.is;
}

/** Fetches the map ahead of its time, so that it is there when it is needed. Where that fails, there is time yet. */
export function useMapAhead(isSoon: boolean): void {
  useEffect(() => {
    if (isSoon) fetchMap().catch(() => undefined);
  }, [isSoon]);
}
