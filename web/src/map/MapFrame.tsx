import "leaflet/dist/leaflet.css";
import { LocateFixed, Minus, Plus } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useClientConfig } from "../api/useClientConfig";
import type { Background } from "./ground/features";
import { Ground, type Tiles } from "./ground/Ground";
import styles from "./Map.module.css";
import { Stage } from "./Stage";
import { MAP } from "./texts";

/** What stands on a map. It is fed with what it shows, and never rendered again. */
export interface Scene<T> {
  /** Shows `what` from now on. */
  show(what: T): void;
  /** The built-in map lies under it; `null` where there is nothing under it. */
  lieOn(background: Background | null): void;
  /** Goes to the view that shows all that matters, at once or gently. */
  centre(gently: boolean): void;
  remove(): void;
}

interface MapFrameProps<T> {
  label: string;
  /** More for those who do not see the map. */
  hint?: string;
  small?: boolean;
  what: T;
  /** Made once, when the map is there. */
  makeScene: (stage: Stage) => Scene<T>;
  children?: ReactNode;
}

const calm = window.matchMedia?.("(prefers-reduced-motion: reduce)");
/** Whether movement is unwelcome. */
export const isCalm = () => calm?.matches ?? false;

/** A map with its ground, its buttons and its credit; what stands on it is the scene's. */
export function MapFrame<T>(props: MapFrameProps<T>) {
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

function MapOnGround<T>(props: MapFrameProps<T> & { tiles: Tiles | null }) {
  const { label, hint, small = false, what, makeScene, children, tiles } = props;
  const hintId = useId();
  const container = useRef<HTMLDivElement>(null);
  const parts = useRef<{ stage: Stage; scene: Scene<T> } | null>(null);
  const made = useRef({ makeScene, tiles });
  const [isTaken, setTaken] = useState(false);
  const [isBuiltIn, setBuiltIn] = useState(tiles === null);

  useEffect(() => {
    if (!container.current) return undefined;
    const stage = new Stage(container.current, isCalm, setTaken);
    const scene = made.current.makeScene(stage);
    const ground = new Ground(stage.map, made.current.tiles, (background) => {
      setBuiltIn(true);
      scene.lieOn(background);
    });
    const sizes = new ResizeObserver(() => {
      stage.resize();
      scene.centre(false);
    });
    sizes.observe(container.current);
    parts.current = { stage, scene };
    return () => {
      sizes.disconnect();
      ground.remove();
      scene.remove();
      stage.remove();
      parts.current = null;
    };
  }, []);

  useEffect(() => parts.current?.scene.show(what), [what]);

  const centre = () => {
    parts.current?.stage.giveBack();
    parts.current?.scene.centre(true);
  };
  return (
    <section
      className={`${styles["frame"]} ${small ? styles["small"] : ""}`}
      aria-label={label}
      aria-describedby={hint === undefined ? undefined : hintId}
      onWheelCapture={leaveToPage}
    >
      <div ref={container} className={styles["ground"]} role="application" aria-label={MAP.keys} />
      {hint !== undefined && (
        <p id={hintId} className="heard">
          {hint}
        </p>
      )}
      <div className={styles["buttons"]}>
        {isTaken && (
          <button
            type="button"
            className={`${styles["button"]} ${styles["centre"]}`}
            aria-label={MAP.centre}
            onClick={centre}
          >
            <LocateFixed size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
        {!small && (
          <div className={styles["zoom"]}>
            <button
              type="button"
              className={styles["button"]}
              aria-label={MAP.zoomIn}
              onClick={() => parts.current?.stage.zoomBy(1)}
            >
              <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={styles["button"]}
              aria-label={MAP.zoomOut}
              onClick={() => parts.current?.stage.zoomBy(-1)}
            >
              <Minus size={20} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </div>
        )}
      </div>
      <Credit tiles={isBuiltIn ? null : tiles} />
      {children}
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
