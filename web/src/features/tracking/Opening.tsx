import { LiveRegion } from "../../ui/LiveRegion";
import { Skeleton } from "../../ui/Skeleton";
import { usePageTitle } from "../../ui/usePageTitle";
import { TEXTS } from "./texts";

/** Before anything is known of the order. */
export function Opening() {
  usePageTitle(TEXTS.opening);
  return (
    <>
      <LiveRegion text={TEXTS.opening} />
      <Skeleton title={TEXTS.opening} />
    </>
  );
}
