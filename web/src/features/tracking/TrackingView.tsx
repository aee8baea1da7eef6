import { CircleAlert, RefreshCw, WifiOff } from "lucide-react";
import { timeOf } from "../../lib/helsinki";
import type { WatchState } from "../../live/live";
import { Button } from "../../ui/Button";
import { ConnectionSign } from "../../ui/ConnectionSign";
import { Note } from "../../ui/Note";
import { PageFrame } from "../../ui/PageFrame";
import type { SendFeedback } from "./feedback/FeedbackForm";
import { Opening } from "./Opening";
import { OrderView } from "./OrderView";
import { ProblemView } from "./ProblemView";
import { PROBLEMS, TEXTS } from "./texts";
import styles from "./TrackingView.module.css";

interface TrackingViewProps {
  orderId: string;
  state: WatchState;
  /** Epoch ms. */
  now: number;
  sendFeedback: SendFeedback;
  onRetry: () => void;
  onReload: () => void;
}

/** The tracking page of what is known: opening, a problem, or the order with how well it is known. */
export function TrackingView(props: TrackingViewProps) {
  const { mode } = props.state;
  const sign = mode === "opening" ? null : <ConnectionSign connection={mode} />;
  return (
    <PageFrame aside={sign}>
      <Content {...props} />
    </PageFrame>
  );
}

function Content({ orderId, state, now, sendFeedback, onRetry, onReload }: TrackingViewProps) {
  const { order, problem } = state;
  if (problem !== null && (order === null || problem !== "failed")) {
    return <ProblemView problem={problem} orderId={orderId} onRetry={onRetry} onReload={onReload} />;
  }
  if (order === null) return <Opening />;
  return (
    <>
      {state.mode === "offline" && <OfflineNote trueAt={state.trueAt} />}
      {problem === "failed" && <FailedNote onRetry={onRetry} />}
      <OrderView order={order} now={now} sendFeedback={sendFeedback} />
    </>
  );
}

/** The last state stays, with the time at which it was true. */
function OfflineNote({ trueAt }: { trueAt: number | null }) {
  if (trueAt === null) return null;
  return (
    <div className={styles["banner"]} role="status">
      <Note tone="stale" icon={<WifiOff size={20} strokeWidth={1.75} aria-hidden="true" />}>
        {TEXTS.offline(timeOf(trueAt))} {TEXTS.offlineNext}
      </Note>
    </div>
  );
}

function FailedNote({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles["banner"]} role="alert">
      <Note tone="bad" icon={<CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
        <div className={styles["failed"]}>
          <span>{PROBLEMS.failed.text}</span>
          <Button look="line" onClick={onRetry}>
            <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
            {TEXTS.retry}
          </Button>
        </div>
      </Note>
    </div>
  );
}
