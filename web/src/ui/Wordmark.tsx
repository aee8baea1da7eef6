import { MarkShape } from "../art/Mark";

/** The wordmark: the mark is the O, *velle* is drawn with one stroke in the text's colour. `height` is 22 px at least. */
export function Wordmark({ height = 32 }: { height?: number }) {
  return (
    <svg viewBox="0 0 220 64" height={height} width={(height * 220) / 64} aria-hidden="true">
      <MarkShape />
      <g fill="none" stroke="currentColor" strokeWidth="9" strokeLinejoin="round">
        <path d="M73.5 27L88 58.2L102.5 27" />
        <path d={letterE(109.2)} />
        <path d="M154.2 5V60.6M172.4 5V60.6" />
        <path d={letterE(185.2)} />
      </g>
    </svg>
  );
}

function letterE(x: number): string {
  return `M${x} 42.6H${x + 29.2}A14.9 14.9 0 1 0 ${x + 26.6} 51.6`;
}
