/** A polite live region: what is put here is read out when the reader has a moment, and never seen. */
export function LiveRegion({ text }: { text: string }) {
  return (
    <p className="sr-only" aria-live="polite" aria-atomic="true">
      {text}
    </p>
  );
}
