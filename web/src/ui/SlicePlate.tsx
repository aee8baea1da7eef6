/** A plate with one to four slices of pizza: our scale of how it tasted. */
export function SlicePlate({ slices, size = 48 }: { slices: number; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="15.2" fill="var(--pinta)" stroke="var(--viiva-vahva)" />
      {Array.from({ length: slices }, (_, slice) => (
        <g key={slice} transform={`rotate(${slice * 90} 16 16)`}>
          <path d="M16.9 15.1V2.9A13 13 0 0 1 29.1 15.1Z" fill="#E2A557" />
          <path d="M16.9 15.1V5.6A10.4 10.4 0 0 1 26.4 15.1Z" fill="#F9DF9C" />
          <circle cx="21" cy="11" r="2.3" fill="#C03A23" />
        </g>
      ))}
    </svg>
  );
}
