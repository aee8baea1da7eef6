/** Small signs around 0, 0, in the colour of what they stand on. */

/** The wheel. */
export function PinwheelSign({ colour = "#FFF" }: { colour?: string }) {
  return (
    <g fill="none" stroke={colour} strokeWidth="1.6" strokeLinecap="round">
      <circle r="8" />
      {[0, 60, 120, 180, 240, 300].map((turn) => (
        <path key={turn} d="M0 0Q5-.6 4.6-6" transform={`rotate(${turn})`} />
      ))}
    </g>
  );
}

/** Something that was earned. */
export function TickSign() {
  return (
    <path
      d="M-5.4.6L-1.8 4.2L5.6-3.8"
      fill="none"
      stroke="#FFF"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

/** Something that comes at the end. */
export function GiftSign() {
  return (
    <path
      d="M-7.5-.5V8H7.5V-.5M-9.5-5H9.5V-.5H-9.5ZM0-5V8M0-5C-6.5-5-7-10-4-10.2C-1-10.4 0-5 0-5C0-5 1-10.4 4-10.2C7-10 6.5-5 0-5"
      fill="none"
      stroke="#FFC861"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

/** The wheel's sign as a small picture; nothing to hear. */
export function WheelIcon({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="-12 -12 24 24" width={size} height={size} aria-hidden="true">
      <PinwheelSign colour="currentColor" />
    </svg>
  );
}
