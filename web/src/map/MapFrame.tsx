import { type ReactNode, useId, useState } from "react";
import { useClientConfig } from "../api/useClientConfig";
import { BackgroundContext } from "./ground/background";
import { Ground, useGround } from "./ground/Ground";
import type { Tiles } from "./ground/TileGround";
import styles from "./Map.module.css";
import { MapContainer } from "./MapContainer";
import { CentreControl, ZoomControl } from "./MapControls";
import { MapPane } from "./MapPane";
import { MAP } from "./texts";

interface MapFrameProps {
  label: string;
  /** More for those who do not see the map. */
  hint?: string;
  small?: boolean;
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
          <Ground {...ground} />
        </MapPane>
        <BackgroundContext value={ground.builtIn === "awaited" ? null : ground.builtIn}>
          {children}
        </BackgroundContext>
        {hint !== undefined && (
          <p id={hintId} className="heard">
            {hint}
          </p>
        )}
        <div className={styles["buttons"]}>
          {isTaken && <CentreControl />}
          {!small && <ZoomControl />}
        </div>
      </MapContainer>
      <Credit tiles={ground.tiles} />
    </section>
  );
}

/** A wheel over the map scrolls the page, as everywhere else on it; with Ctrl (or two fingers) it zooms the map. */
function leaveToPage(event: React.WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
}

function Credit({ tiles }: { tiles: Tiles | null }) {
  if (tiles) return tiles.attribution && <span className={styles["credit"]}>{tiles.attribution}</span>;
  return (
    <a
      className={styles["credit"]}
      href="https://www.openstreetmap.org/copyright"
      title={MAP.creditTitle}
      target="_blank"
      rel="noreferrer"
    >
      {MAP.credit}
    </a>
  );
}
