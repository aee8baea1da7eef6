import { type RefObject, useEffect } from "react";

/** Who has had something before their eyes for so long has seen it. */
const SEEN_AFTER_MS = 4_000;

/** Calls back once an element that is `fresh` has been on the screen for a moment, in a tab that is looked at. */
export function useSeen(element: RefObject<HTMLElement | null>, fresh: boolean, onSeen: () => void): void {
  useEffect(() => {
    if (!fresh || !element.current) return;
    let timer: number | undefined;
    let isInView = false;
    const look = () => {
      window.clearTimeout(timer);
      if (isInView && !document.hidden) timer = window.setTimeout(onSeen, SEEN_AFTER_MS);
    };
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false;
      look();
    });
    observer.observe(element.current);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
    // Who is told may change; what is waited for does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [fresh]);
}
