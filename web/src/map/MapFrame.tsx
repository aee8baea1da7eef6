import { type ReactNode, useId, useState } from "react";
import { useClientConfig } from "../api/useClientConfig";
import type { Place } from "./geo";
import { type BuiltInMap, BackgroundContext } from "./ground/background";
import { Ground, useGround } from "./ground/Ground";
import type { Tiles } from "./ground/TileGround";
import styles from "./Map.module.css";
import { MapContainer } from "./MapContainer";
import { CentreControl, ZoomControl } from "./MapControls";
import { MapPane } from "./MapPane";
import { MAP } from "./texts";
import { holds } from "./view";

interface MapFrameProps {
  label: string;
  /** More for those who do not see the map. */
  hint?: string;
  small?: boolean;
  /** What it is the map of: where none of it is on the built-in map, the map says so if it is large enough. */
  of: readonly Place[];
  /** Around it distances are told where no streets are drawn; always the same one. */
  centre: Place | null;
  /** What stands on the map. */
  children: ReactNode;
}

/** A map with its ground, its controls and its credit. */
export function MapFrame(props: MapFrameProps) {
  const config = useClientConfig();
  // Which ground lies there is known before the map is made.
  if (config.isPending) return <div className={styles["frame"]} />;
  const { tileUrl, tileAttribution } = config.data ?? { tileUrl: null, tileAttribution: null };
  return (
    <MapOnGround
      {...props}
      tiles={tileUrl === null ? null : { url: tileUrl, attribution: tileAttribution }}
    />
  );
}

function MapOnGround({
  label,
  hint,
  small = false,
  of,
  centre,
  children,
  tiles,
}: MapFrameProps & { tiles: Tiles | null }) {
  const hintId = useId();
  const [isTaken, setTaken] = useState(false);
  const ground = useGround(tiles);
  return (
    <section
      className={`${styles["frame"]} ${small ? styles["small"] : ""}`}
      aria-label={label}
      aria-describedby={hint === undefined ? undefined : hintId}
      onWheelCapture={leaveToPage}
    >
      <MapContainer className={styles["ground"]} label={MAP.keys} onTaken={setTaken}>
        <MapPane name="ground">
          <Ground {...ground} centre={centre} />
        </MapPane>
        <BackgroundContext value={ground.builtIn === "awaited" ? null : ground.builtIn}>
          {children}
        </BackgroundContext>
        {hint !== undefined && (
          <p id={hintId} className="sr-only">
            {hint}
          </p>
        )}
        <div className={styles["buttons"]} data-above-map>
          {isTaken && <CentreControl />}
          {!small && <ZoomControl />}
        </div>
      </MapContainer>
      {!small && !ground.tiles && isUnmapped(ground.builtIn, of) && (
        <p className={styles["unmapped"]} data-above-map>
          {MAP.unmapped}
        </p>
      )}
      <Credit tiles={ground.tiles} />
    </section>
  );
}

/** Whether places are known to be where the built-in map has no streets. */
function isUnmapped(background: BuiltInMap, places: readonly Place[]): boolean {
  if (background === "awaited" || background === null || places.length === 0) return false;
  return !places.some((place) => holds(background.box, place));
}

/** A wheel over the map scrolls the page, as everywhere else on it; with Ctrl (or two fingers) it zooms the map. */
function leaveToPage(event: React.WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
}

function Credit({ tiles }: { tiles: Tiles | null }) {
  if (tiles)
    return (
      tiles.attribution && (
        <span className={styles["credit"]} data-above-map>
          {tiles.attribution}
        </span>
      )
    );
  return (
    <a
      className={styles["credit"]}
      data-above-map
      href="https://www.openstreetmap.org/copyright"
      title={MAP.creditTitle}
      target="_blank"
      rel="noreferrer"
    >
      {MAP.credit}
    </a>
  );
}
