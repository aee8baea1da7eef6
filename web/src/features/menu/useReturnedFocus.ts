import { useEffect, useLayoutEffect, useRef } from "react";

/** Gives the focus back to what opened something over the page; a dialog that leaves with its route cannot. */
export function useReturnedFocus(isUnderOverlay: boolean): void {
  const opener = useRef<Element | null>(null);
  // Before the dialog of the same step takes the focus.
  useLayoutEffect(() => {
    if (isUnderOverlay) opener.current = document.activeElement;
  }, [isUnderOverlay]);
  useEffect(() => {
    if (isUnderOverlay) return;
    if (opener.current instanceof HTMLElement && opener.current.isConnected)
      opener.current.focus({ preventScroll: true });
    opener.current = null;
  }, [isUnderOverlay]);
}
