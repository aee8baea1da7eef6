import { useState } from "react";
import type { OrderState } from "../../live/live";
import { feedbackOpen } from "../../live/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { SlicePlate } from "../../ui/SlicePlate";
import { FEEDBACK } from "./texts";
import { questionOf } from "./question";
import { FeedbackForm, type SendFeedback } from "./FeedbackForm";
import styles from "./Feedback.module.css";

/** For so long a feedback may be changed. */
const CHANGEABLE_MS = 24 * 60 * 60 * 1000;

/** How it was: a line until it opens, the form once the order is over, then thanks. */
export function FeedbackCard({ order, now, send }: { order: OrderState; now: number; send: SendFeedback }) {
  const [changing, setChanging] = useState(false);
  const { feedback } = order;
  if (!feedbackOpen(order)) return <FeedbackLater delivery={order.orderInfo.isDeliveryOrder} />;
  if (feedback && !changing) {
    const open = now - Date.parse(feedback.at) < CHANGEABLE_MS;
    return <FeedbackGiven feedback={feedback} onChange={open ? () => setChanging(true) : null} />;
  }
  const question = questionOf(order);
  return (
    <Card title={question.title}>
      <p className={styles["lead"]}>{question.lead}</p>
      <FeedbackForm
        orderId={order.orderId}
        question={question}
        given={feedback}
        send={send}
        onSent={() => setChanging(false)}
      />
    </Card>
  );
}

function FeedbackLater({ delivery }: { delivery: boolean }) {
  return (
    <Card title={FEEDBACK.title} icon={<SlicePlate slices={4} size={44} />}>
      <p className={styles["lead"]}>{delivery ? FEEDBACK.later : FEEDBACK.laterPickup}</p>
    </Card>
  );
}

interface GivenProps {
  feedback: NonNullable<OrderState["feedback"]>;
  /** `null` once it may not be changed any more. */
  onChange: (() => void) | null;
}

function FeedbackGiven({ feedback, onChange }: GivenProps) {
  return (
    <Card title={FEEDBACK.thanks}>
      <div className={styles["given"]} role="status">
        <SlicePlate slices={feedback.rating} size={64} />
        <div>
          <p className={styles["rating"]}>{FEEDBACK.scale[feedback.rating - 1]}</p>
          {feedback.text && <blockquote>{feedback.text}</blockquote>}
        </div>
      </div>
      {onChange && (
        <Button look="quiet" onClick={onChange}>
          {FEEDBACK.change}
        </Button>
      )}
    </Card>
  );
}
