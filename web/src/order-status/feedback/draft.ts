import { draftsIn, isRecord } from "../../lib/drafts";

/** Feedback that is being written. */
export interface Draft {
  rating: number | null;
  text: string;
}

/** What is being written, by the order's number; it is kept until it has arrived. */
export const DRAFTS = draftsIn("ovelle.feedback", (value) => (isDraft(value) ? value : null));

function isDraft(value: unknown): value is Draft {
  if (!isRecord(value)) return false;
  const { rating, text } = value;
  return typeof text === "string" && (rating === null || typeof rating === "number");
}
