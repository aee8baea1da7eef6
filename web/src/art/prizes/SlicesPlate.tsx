import { useId } from "react";
import { PrizePizza } from "./PrizePicture";
import styles from "./prizes.module.css";
import { GiftSign, PinwheelSign, TickSign } from "./signs";

/** A plate has room for so many. */
const ROOM = 9;
const EACH = 360 / ROOM;
/** They fall one after the other, so far apart. */
const APART_MS = 70;

interface SlicesPlateProps {
  slices: number;
  /** The slices that bring a spin; none where nobody is to be told of the wheel. */
  marks: readonly number[];
  /** What readers hear; `null` of a plate that is nobody's. */
  label: string | null;
  className?: string | undefined;
}

/** A plate of nine: earned slices are real pizza, coming ones are pale with their number (LO-10). */
export function SlicesPlate({ slices, marks, label, className }: SlicesPlateProps) {
  const id = useId();
  const places = Array.from({ length: ROOM }, (_, place) => place);
  return (
    <svg
      viewBox="-146 -142 292 280"
      className={className}
      {...(label === null ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <defs>
        {places.map((place) => (
          <clipPath key={place} id={`${id}${place}`}>
            <path d={sector(112, turnOf(place), turnOf(place) + EACH)} />
          </clipPath>
        ))}
      </defs>
      <circle cx="3" cy="6" r="118" fill="#14192B" opacity="0.12" />
      <circle r="118" className={styles["plate"]} />
      <circle r="107" className={styles["bed"]} />
      <circle r="117" className={styles["rim"]} />
      {places.map((place) =>
        place < slices ? (
          <Earned key={place} place={place} clip={`${id}${place}`} />
        ) : (
          <Coming key={place} place={place} />
        ),
      )}
      {marks.map((mark) => (
        <g key={mark} transform={at(126, middleOf(mark - 1))}>
          <circle r="15" fill={slices >= mark ? "#26704A" : "#26345F"} />
          {slices >= mark ? <TickSign /> : <PinwheelSign />}
        </g>
      ))}
      <g transform={at(126, middleOf(ROOM - 1))}>
        <circle r="19" fill="#1B2440" />
        <GiftSign />
      </g>
    </svg>
  );
}

function Earned({ place, clip }: { place: number; clip: string }) {
  return (
    <g transform={at(3.4, middleOf(place))}>
      <g className={styles["lands"]} style={{ animationDelay: `${place * APART_MS}ms` }}>
        <g clipPath={`url(#${clip})`}>
          <PrizePizza />
        </g>
      </g>
    </g>
  );
}

function Coming({ place }: { place: number }) {
  const from = turnOf(place);
  const [x, y] = point(64, middleOf(place));
  return (
    <>
      <path
        d={sector(96, from + 1.5, from + EACH - 1.5)}
        transform={at(3.4, middleOf(place))}
        className={styles["coming"]}
      />
      <text x={x} y={y + 6} className={styles["number"]}>
        {place + 1}
      </text>
    </>
  );
}

/** Degrees at which a slice begins; the first begins at the top. */
function turnOf(place: number): number {
  return place * EACH - 90;
}

function middleOf(place: number): number {
  return turnOf(place) + EACH / 2;
}

function point(reach: number, degrees: number): readonly [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180;
  return [tenth(Math.cos(angle) * reach), tenth(Math.sin(angle) * reach)];
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function at(reach: number, degrees: number): string {
  return `translate(${point(reach, degrees).join(" ")})`;
}

function sector(reach: number, from: number, until: number): string {
  const [begin, end] = [point(reach, from), point(reach, until)];
  return `M0 0L${begin.join(" ")}A${reach} ${reach} 0 0 1 ${end.join(" ")}Z`;
}
