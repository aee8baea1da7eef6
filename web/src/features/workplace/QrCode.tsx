import styles from "./SecondFactor.module.css";

/** So many light dots stand around the picture: cameras need them. */
const EDGE = 4;

/** A picture that a phone's camera reads, of rows in which 1 is dark. On light ground in either theme. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length + 2 * EDGE;
  const dots = rows.flatMap((row, y) =>
    [...row].flatMap((dot, x) => (dot === "1" ? [`M${x + EDGE} ${y + EDGE}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={styles["qr"]}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join("")} fill="#000" />
    </svg>
  );
}
