import { CircleAlert } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { Feedback } from "../../api/wire";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Note";
import { SliceChoice } from "../../ui/SliceChoice";
import { lengthOf, TextArea } from "../../ui/TextArea";
import { FEEDBACK } from "./texts";
import type { Question } from "./question";
import { type Draft, DRAFTS } from "./draft";
import styles from "./Feedback.module.css";

/** Characters that fit in a feedback (T-80). */
const LIMIT = 1000;

/** Sends a rating and its text; the promise fails where it did not arrive. */
export type SendFeedback = (rating: number, text: string) => Promise<Feedback>;

interface FeedbackFormProps {
  orderId: string;
  question: Question;
  /** What was said before, to be changed. */
  given: Feedback | null;
  send: SendFeedback;
  onSent: () => void;
}

/** Four plates, a few lines, one button. What is written stays until it has arrived. */
export function FeedbackForm(props: FeedbackFormProps) {
  const { question } = props;
  const { draft, state, tooLong, change, submit } = useFeedbackDraft(props);
  const ratingError = useId();
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <SliceChoice
        legend={question.title}
        labels={FEEDBACK.scale}
        value={draft.rating}
        onChange={(rating) => change({ rating })}
        errorId={state === "unrated" ? ratingError : undefined}
      />
      {state === "unrated" && (
        <p id={ratingError} className={styles["error"]} role="alert">
          {question.chooseFirst}
        </p>
      )}
      <TextArea
        label={FEEDBACK.more}
        value={draft.text}
        onChange={(text) => change({ text })}
        limit={LIMIT}
        error={tooLong ? FEEDBACK.tooLong : null}
        action={
          <Button
            type="submit"
            look={question.isFirst ? "action" : "quiet"}
            aria-disabled={state === "sending"}
          >
            {state === "sending" ? FEEDBACK.sending : FEEDBACK.send}
          </Button>
        }
      />
      {state === "failed" && (
        <div role="alert">
          <Note tone="bad" icon={<CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
            {FEEDBACK.failed} {FEEDBACK.failedNext}
          </Note>
        </div>
      )}
    </form>
  );
}

/** What is being written, and how far it has come. */
function useFeedbackDraft({ orderId, given, send, onSent }: FeedbackFormProps) {
  const [draft, setDraft] = useState(() => startingDraft(orderId, given));
  const [state, setState] = useState<"writing" | "unrated" | "sending" | "failed">("writing");
  const tooLong = lengthOf(draft.text) > LIMIT;

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    DRAFTS.keep(orderId, next);
    setState((before) => (before === "unrated" ? "writing" : before));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (draft.rating === null) return setState("unrated");
    if (tooLong || state === "sending") return;
    setState("sending");
    try {
      await send(draft.rating, draft.text.trim());
      DRAFTS.drop(orderId);
      onSent();
    } catch {
      setState("failed");
    }
  };

  return { draft, state, tooLong, change, submit };
}

function startingDraft(orderId: string, given: Feedback | null): Draft {
  const kept = DRAFTS.find(orderId);
  if (kept && (kept.rating !== null || kept.text !== "")) return kept;
  return { rating: given?.rating ?? null, text: given?.text ?? "" };
}
