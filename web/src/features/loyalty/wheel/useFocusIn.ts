import { type RefObject, useEffect } from "react";

/** Gives the focus to the first thing to do in a place that has come in another's stead, where `isDue`. */
export function useFocusIn(place: RefObject<HTMLElement | null>, isDue: boolean): void {
  useEffect(() => {
    const shown = place.current;
    if (!isDue || shown === null) return undefined;
    const first =
      shown.querySelector<HTMLElement>("[data-first]") ?? shown.querySelector<HTMLElement>("button, a");
    // While it rises it is not where it will be.
    first?.focus({ preventScroll: true });
    const show = () => first?.scrollIntoView?.({ block: "nearest" });
    if ((shown.getAnimations?.() ?? []).length === 0) show();
    shown.addEventListener("animationend", show, { once: true });
    return () => shown.removeEventListener("animationend", show);
  }, [place, isDue]);
}
