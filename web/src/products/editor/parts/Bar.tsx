import { type RefObject, useDeferredValue, useEffect, useState } from "react";
import type { Build, Model } from "../configurator";
import styles from "./Bar.module.css";
import { Picture } from "./Stage";

/** How high it is, in CSS pixels: so much of the stage may be seen and it is out of sight all the same. */
const HEIGHT = 60;

/** On a phone, once the picture is out of sight: a small one that stays over what is chosen, beside the way out. Nothing to hear. */
export function Bar({
  model,
  build,
  stage,
}: {
  model: Model;
  build: Build;
  stage: RefObject<Element | null>;
}) {
  const isPast = useIsPast(stage);
  const shown = useDeferredValue(build);
  return (
    <div className={styles["bar"]} data-past={isPast || undefined} aria-hidden="true">
      {isPast && <Picture model={model} build={shown} className={styles["picture"]} />}
      <b>{model.product.name}</b>
    </div>
  );
}

function useIsPast(stage: RefObject<Element | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const element = stage.current;
    if (!element || typeof IntersectionObserver === "undefined") return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setPast(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0),
      { rootMargin: `-${HEIGHT}px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  return isPast;
}
