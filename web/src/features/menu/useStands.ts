import { useEffect } from "react";
import { useOutletContext } from "react-router";

/** What the menu gives to what is shown over it. */
export interface OverMenu {
  /** Hears that what one came for is there: now the menu may load. */
  onStanding: () => void;
}

/** Tells the menu below once what is shown over it stands. */
export function useStands(isStanding: boolean): void {
  const over = useOutletContext<OverMenu | undefined>();
  const onStanding = over?.onStanding;
  useEffect(() => {
    if (isStanding) onStanding?.();
  }, [isStanding, onStanding]);
}
