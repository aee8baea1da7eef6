import type { OrderState } from "../../live/live";
import { neverCame } from "../../live/rules";
import { FEEDBACK, FEEDBACK_UNDELIVERED } from "./texts";

/** What the feedback asks; the scale of its answers is the same for all. */
export interface Question {
  title: string;
  lead: string;
  /** Said to who sends it without an answer. */
  chooseFirst: string;
  /** Whether answering is what the page asks first; else another button is its red one. */
  isFirst: boolean;
}

/** How it tasted; of what never came, how that was handled. */
export function questionOf(order: OrderState): Question {
  const isFirst = !neverCame(order);
  return { ...(isFirst ? FEEDBACK : FEEDBACK_UNDELIVERED), isFirst };
}
