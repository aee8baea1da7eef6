/** The mark: a tomato disc (pizza, oven, the letter O) with a lit door. Its knob goes under 24 px. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <MarkShape knob={size >= 24} />
    </svg>
  );
}

/** The mark's shapes alone, in a 64 × 64 box, for use inside other drawings. */
export function MarkShape({ knob = true }: { knob?: boolean }) {
  return (
    <>
      <circle cx="32" cy="32" r="31" fill="#C9341B" />
      <path d="M20 60.6V33a12 12 0 0 1 24 0v27.6a31 31 0 0 1-24 0Z" fill="#FFC861" />
      {knob && <circle cx="39" cy="46" r="2.3" fill="#C9341B" />}
    </>
  );
}
