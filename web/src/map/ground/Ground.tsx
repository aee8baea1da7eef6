import { useState } from "react";
import type { Place } from "../geo";
import { type BuiltInMap, useBuiltInMap } from "./background";
import { BuiltInGround } from "./BuiltInGround";
import { TileGround, type Tiles } from "./TileGround";

/** What lies under a map. */
interface GroundState {
  /** `null` where no server is named, or it is away. */
  tiles: Tiles | null;
  builtIn: BuiltInMap;
  /** Hears that the server is away. */
  onFail: () => void;
}

/** The tiles of a server while it is there, and else the built-in map. */
export function useGround(tiles: Tiles | null): GroundState {
  const [isAway, setAway] = useState(false);
  const shown = isAway ? null : tiles;
  return { tiles: shown, builtIn: useBuiltInMap(shown === null), onFail: () => setAway(true) };
}

/** What lies under everything on the map; where no streets are drawn, distances are told around `centre`. */
export function Ground({ tiles, builtIn, onFail, centre = null }: GroundState & { centre?: Place | null }) {
  if (tiles) return <TileGround url={tiles.url} onFail={onFail} />;
  return builtIn === "awaited" ? null : <BuiltInGround background={builtIn} centre={centre} />;
}
