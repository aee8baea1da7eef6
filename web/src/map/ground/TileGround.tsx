import type { LeafletEventHandlerFnMap } from "leaflet";
import { useState } from "react";
import { TileLayer } from "react-leaflet";

/** A tile server, as the configuration names it. */
export interface Tiles {
  url: string;
  attribution: string | null;
}

/** After so many failures without one tile, the server counts as away. */
const FAILURES = 3;

interface TileGroundProps {
  url: string;
  /** Hears that the server is away. */
  onFail: () => void;
}

/** The tiles of a server under everything. */
export function TileGround({ url, onFail }: TileGroundProps) {
  const [handlers] = useState(() => countFailures(onFail));
  return <TileLayer url={url} maxZoom={19} eventHandlers={handlers} />;
}

function countFailures(onFail: () => void): LeafletEventHandlerFnMap {
  let failures = 0;
  return {
    tileload: () => {
      failures = -Infinity;
    },
    tileerror: () => {
      failures += 1;
      if (failures === FAILURES) onFail();
    },
  };
}
