import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { track } from "../analytics/track";
import type { Promotion } from "../analytics/events";
import { usePromotionSeen } from "../analytics/usePromotionSeen";
import { useInSight } from "../ui/useInSight";
import styles from "./Carousel.module.css";
import type { Slide } from "./homepage";
import { OurLink } from "./OurLink";
import { SlideFace } from "./SlideFace";
import { SlidePicture } from "./SlidePicture";
import { CONTENT } from "./texts";
import { useTurning } from "./useTurning";

/** So large a part of it counts as seen (AN-07). */
const IN_SIGHT = 0.2;

/** The editors' pictures in turn; `fallback` where there are none, or one does not come (CT-16, CT-17). */
export function Carousel({ slides, fallback }: { slides: readonly Slide[]; fallback: ReactNode }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = slides.filter(({ uid }) => !failed.includes(uid));
  const { index, isTurning, turn, stop, rest } = useTurning(shown.length);
  const { hasFilm, setFilm, isPaused, pause, play, isMoving, halt } = useMotion(isTurning, stop);
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
                <SlidePicture
                  slide={slide}
                  isShown={place === index}
                  isPaused={isPaused}
                  onFilm={setFilm}
                  onPaused={pause}
                  onError={() => setFailed((before) => [...before, slide.uid])}
                />
              )}
            </OurLink>
          </li>
        ))}
      </ul>
      {(shown.length > 1 || hasFilm) && (
        <div className={styles["hands"]}>
          {shown.length > 1 && <Hands index={index} count={shown.length} turn={turn} />}
          {(isMoving || hasFilm) && <Halt isMoving={isMoving} onPress={isMoving ? halt : play} />}
        </div>
      )}
    </section>
  );
}

/** What moves by itself: the turning, and the film in the slide that is seen until somebody pauses it. */
function useMotion(isTurning: boolean, stop: () => void) {
  const [hasFilm, setFilm] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const pause = useCallback(() => setPaused(true), []);
  const halt = () => {
    stop();
    pause();
  };
  const isMoving = isTurning || (hasFilm && !isPaused);
  return { hasFilm, setFilm, isPaused, pause, play: () => setPaused(false), isMoving, halt };
}

interface HandsProps {
  index: number;
  count: number;
  turn: (by: 1 | -1) => void;
}

function Hands({ index, count, turn }: HandsProps) {
  return (
    <>
      <button type="button" aria-label={CONTENT.previous} onClick={() => turn(-1)}>
        <ChevronLeft size={24} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <span className="small">{CONTENT.slide(index + 1, count)}</span>
      <button type="button" aria-label={CONTENT.next} onClick={() => turn(1)}>
        <ChevronRight size={24} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </>
  );
}

/** Stops what moves by itself; a film that stands still is played again. */
function Halt({ isMoving, onPress }: { isMoving: boolean; onPress: () => void }) {
  const Sign = isMoving ? Pause : Play;
  return (
    <button type="button" aria-label={isMoving ? CONTENT.pause : CONTENT.play} onClick={onPress}>
      <Sign size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
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
