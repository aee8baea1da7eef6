/** Feedback that is being written. */
export interface Draft {
  rating: number | null;
  text: string;
}

const EMPTY: Draft = { rating: null, text: "" };

/** The draft of an order that was left on this device; it survives a reload of the page. */
export function readDraft(orderId: string): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(orderId)) ?? "null");
    return isDraft(stored) ? stored : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** Keeps a draft, or with `null` forgets it. */
export function keepDraft(orderId: string, draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(orderId));
    else sessionStorage.setItem(keyOf(orderId), JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden; then the draft lives as long as the page.
  }
}

function keyOf(orderId: string): string {
  return `ovelle.feedback.${orderId}`;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { rating, text } = value as Partial<Draft>;
  return typeof text === "string" && (rating === null || typeof rating === "number");
}
