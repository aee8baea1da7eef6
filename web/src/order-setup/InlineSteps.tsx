import { Clock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { euros } from "../lib/money";
import styles from "./OrderSetup.module.css";
import { MethodStep, PlaceStep } from "./SetupSteps";
import { ShopStep } from "./ShopStep";
import { SHOPS, TIME } from "./texts";
import { TimeStep } from "./TimeStep";
import { useLights } from "./useLights";
import type { Setup } from "./useSetup";

/** The steps on the front page: what is already settled stands on one line, and opens when it is to be changed. */
export function InlineSteps({ setup, bar }: { setup: Setup; bar: ReactNode }) {
  const lights = useLights();
  const { draft, shop } = setup;
  const [isTimeOpen, setTimeOpen] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const isSettled = draft.orderType === "delivery" && shop !== null && !setup.isTooFar;
  return (
    <>
      <MethodStep setup={setup} isLegendHeard />
      <PlaceStep setup={setup} isBrief />
      {isTimeOpen || draft.isPreorder ? (
        <TimeStep setup={setup} />
      ) : (
        <p className={styles["line"]}>
          <Clock size={20} strokeWidth={1.75} aria-hidden="true" />
          <span>
            <TimeWords setup={setup} />
          </span>
          <button type="button" onClick={() => setTimeOpen(true)}>
            {TIME.change}
          </button>
        </p>
      )}
      {isSettled && !isListOpen ? (
        <p className={styles["line"]}>
          <span>
            <b>{shop.name}</b>
            {shop.fee !== null && (
              <>
                , <span className="whole">{SHOPS.delivery(euros(shop.fee))}</span>
              </>
            )}
          </span>
          <button type="button" onClick={() => setListOpen(true)}>
            {SHOPS.change}
          </button>
        </p>
      ) : (
        <ShopStep setup={setup} lights={lights} />
      )}
      <div className={styles["go"]}>{bar}</div>
    </>
  );
}

/** `Tilaan heti, ovella n. 35 min`. */
function TimeWords({ setup: { draft, shop } }: { setup: Setup }) {
  return (
    <>
      <b>{TIME.now}</b>
      {shop && (
        <span className="whole">{`, ${whenOf(draft.orderType === "delivery", shop.statusText)}`}</span>
      )}
    </>
  );
}

function whenOf(isDelivery: boolean, statusText: string): string {
  return (isDelivery ? TIME.atDoor : TIME.ready)(statusText);
}
