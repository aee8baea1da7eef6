import "leaflet/dist/leaflet.css";
import {
  createLeafletContext,
  LeafletContext,
  type LeafletContextInterface,
  useLeafletContext,
} from "@react-leaflet/core";
import { stamp } from "leaflet";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isCalm } from "./calm";
import { Stage } from "./Stage";

/** The context of react-leaflet, and who moves the map. */
interface StagedContext extends LeafletContextInterface {
  readonly stage: Stage;
}

interface MapContainerProps {
  className: string | undefined;
  /** The accessible name of the part that keys move. */
  label: string;
  /** Hears when a person takes the map, and when they give it back. Always the same function. */
  onTaken: (isTaken: boolean) => void;
  /** What stands on the map or beside it; there as soon as the map is. */
  children: ReactNode;
}

/**
 * Makes a Leaflet map and provides the context of `@react-leaflet/core`. It stands in for react-leaflet's own container,
 * whose map does not come back once React has taken its effects down and put them up again.
 */
export function MapContainer({ className, label, onTaken, children }: MapContainerProps) {
  const element = useRef<HTMLDivElement>(null);
  const kept = useRef<Stage | null>(null);
  const isMounted = useRef(false);
  const [context, setContext] = useState<StagedContext | null>(null);

  useEffect(() => {
    if (!element.current) return undefined;
    isMounted.current = true;
    const stage = (kept.current ??= new Stage(element.current, isCalm, onTaken));
    setContext((known) => (known?.stage === stage ? known : contextOf(stage)));
    const sizes = new ResizeObserver(() => {
      stage.resize();
      stage.centre(false);
    });
    sizes.observe(element.current);
    return () => {
      sizes.disconnect();
      isMounted.current = false;
      // By then the layers are off the map; and where React put the effects up again at once, it lives on.
      queueMicrotask(() => {
        if (isMounted.current || kept.current !== stage) return;
        kept.current = null;
        stage.remove();
        setContext(null);
        onTaken(false);
      });
    };
  }, [onTaken]);

  return (
    <>
      <div ref={element} className={className} role="application" aria-label={label} />
      {context && (
        <LeafletContext key={stamp(context.map)} value={context}>
          {children}
        </LeafletContext>
      )}
    </>
  );
}

function contextOf(stage: Stage): StagedContext {
  return Object.freeze({ ...createLeafletContext(stage.map), stage });
}

/** Who moves the map that the component stands on. */
export function useStage(): Stage {
  const { stage }: Partial<StagedContext> = useLeafletContext();
  if (!stage) throw new Error("there is no <MapContainer> around it");
  return stage;
}
