import { type RefObject, useEffect, useState } from "react";

/** Whether so large a part of an element is on the screen. */
export function useInSight(ref: RefObject<Element | null>, part: number): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === "undefined") return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setInSight(entry !== undefined && entry.intersectionRatio >= part),
      { threshold: part },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, part]);
  return isInSight;
}
