import { Map as MapIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/Button";
import { SetupMap } from "./SetupMap";
import { MethodStep, PlaceStep } from "./SetupSteps";
import styles from "./Sheet.module.css";
import { ShopStep } from "./ShopStep";
import { MAP } from "./texts";
import { TimeStep } from "./TimeStep";
import { useIsWide } from "../ui/useMedia";
import { useLights } from "./useLights";
import type { Setup } from "./useSetup";

/** All steps under each other; the map beside them where there is room, else behind a button. */
export function SheetSteps({ setup, bar }: { setup: Setup; bar: ReactNode }) {
  const lights = useLights();
  const hasRoom = useIsWide();
  const [isMapOpen, setMapOpen] = useState(false);
  const isListed = (setup.list.shops?.length ?? 0) > 0;
  return (
    <div className={styles["halves"]}>
      <div className={styles["scroll"]}>
        <div className={styles["steps"]}>
          <MethodStep setup={setup} isLegendHeard={false} />
          <PlaceStep setup={setup} isBrief={false} />
          <TimeStep setup={setup} />
          <ShopStep setup={setup} lights={lights} />
          {!hasRoom && isListed && (
            <div className={styles["below"]}>
              <Button look="quiet" aria-expanded={isMapOpen} onClick={() => setMapOpen(!isMapOpen)}>
                <MapIcon size={20} strokeWidth={1.75} aria-hidden="true" />
                {isMapOpen ? MAP.hide : MAP.show}
              </Button>
              {isMapOpen && (
                <div className={styles["small"]}>
                  <SetupMap setup={setup} lights={lights} />
                </div>
              )}
            </div>
          )}
        </div>
        <div className={styles["bar"]}>{bar}</div>
      </div>
      {hasRoom && (
        <div className={styles["map"]} data-floor>
          <SetupMap setup={setup} lights={lights} />
        </div>
      )}
    </div>
  );
}
