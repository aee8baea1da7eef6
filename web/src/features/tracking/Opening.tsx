import { LiveRegion } from "../../ui/LiveRegion";
import { Skeleton } from "../../ui/Skeleton";
import { usePageTitle } from "../../ui/usePageTitle";
import { TEXTS } from "./texts";
import styles from "./TrackingView.module.css";

/** Before anything is known of the order. */
export function Opening() {
  usePageTitle(TEXTS.opening);
  return (
    <>
      <h1 className="heard">{TEXTS.opening}</h1>
      <LiveRegion text={TEXTS.opening} />
      <div className={styles["opening"]}>
        <p className={styles["openingText"]} aria-hidden="true">
          {TEXTS.opening}…
        </p>
        <Skeleton />
      </div>
    </>
  );
}
