import { ChevronLeft, ChevronRight, Pause } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { track } from "../analytics/track";
import type { Promotion } from "../analytics/events";
import { usePromotionSeen } from "../analytics/usePromotionSeen";
import { useInSight } from "../ui/useInSight";
import styles from "./Carousel.module.css";
import type { Slide } from "./homepage";
import { OurLink } from "./OurLink";
import { SlideFace } from "./SlideFace";
import { CONTENT } from "./texts";
import { useTurning } from "./useTurning";

/** So large a part of it counts as seen (AN-07). */
const IN_SIGHT = 0.2;

/** The editors' pictures in turn; `fallback` where there are none, or one does not come (CT-16, CT-17). */
export function Carousel({ slides, fallback }: { slides: readonly Slide[]; fallback: ReactNode }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = slides.filter(({ uid }) => !failed.includes(uid));
  const { index, isTurning, turn, stop, rest } = useTurning(shown.length);
  const section = useRef<HTMLElement>(null);
  const isInSight = useInSight(section, IN_SIGHT);
  const current = shown[index];
  usePromotionSeen(isInSight && current ? promotionOf(current) : null);
  if (shown.length === 0) return fallback;
  return (
    <section
      ref={section}
      className={styles["carousel"]}
      aria-roledescription="carousel"
      aria-label={CONTENT.carousel}
      {...rest}
    >
      <ul className={styles["slides"]} aria-live={isTurning ? "off" : "polite"}>
        {shown.map((slide, place) => (
          <li
            key={slide.uid}
            inert={place !== index}
            aria-hidden={place !== index}
            style={{ transform: `translateX(${100 * offsetOf(place, index, shown.length)}%)` }}
          >
            <OurLink
              url={slide.url}
              className={styles["slide"]}
              onFollow={() => track({ event: "select_promotion", ...promotionOf(slide) })}
            >
              {slide.image === "" ? (
                <SlideFace slide={slide} />
              ) : (
                <picture>
                  {slide.imageMobile !== "" && (
                    <source media="(max-width: 760px)" srcSet={slide.imageMobile} />
                  )}
                  <img
                    src={slide.image}
                    alt={slide.name}
                    loading="lazy"
                    onError={() => setFailed((before) => [...before, slide.uid])}
                  />
                </picture>
              )}
            </OurLink>
          </li>
        ))}
      </ul>
      {shown.length > 1 && (
        <Hands index={index} count={shown.length} isTurning={isTurning} turn={turn} stop={stop} />
      )}
    </section>
  );
}

interface HandsProps {
  index: number;
  count: number;
  isTurning: boolean;
  turn: (by: 1 | -1) => void;
  stop: () => void;
}

function Hands({ index, count, isTurning, turn, stop }: HandsProps) {
  return (
    <div className={styles["hands"]}>
      <button type="button" aria-label={CONTENT.previous} onClick={() => turn(-1)}>
        <ChevronLeft size={24} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <span className="small">{CONTENT.slide(index + 1, count)}</span>
      <button type="button" aria-label={CONTENT.next} onClick={() => turn(1)}>
        <ChevronRight size={24} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {isTurning && (
        <button type="button" aria-label={CONTENT.pause} onClick={stop}>
          <Pause size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function promotionOf({ uid, name, title }: Slide): Promotion {
  return { promotionId: uid, name: name || title, slot: "carousel" };
}

/** How many places a slide lies from the one in sight, by the shorter way round. */
export function offsetOf(place: number, index: number, count: number): number {
  const before = Math.floor((count - 1) / 2);
  return ((place - index + before + count) % count) - before;
}
