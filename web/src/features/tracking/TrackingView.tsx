import { CircleAlert, RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import type { OrderData } from "../../api/wire";
import { timeOf } from "../../lib/helsinki";
import { isPassing, type WatchState } from "../../live/live";
import { Button } from "../../ui/Button";
import { ConnectionSign } from "../../ui/ConnectionSign";
import { HeaderAside } from "../../ui/HeaderAside";
import { Note } from "../../ui/Note";
import type { SendFeedback } from "../../order-status/feedback/FeedbackForm";
import { Opening } from "./Opening";
import { OrderView } from "./OrderView";
import { ProblemView } from "./ProblemView";
import { PROBLEMS, TEXTS } from "./texts";
import styles from "./TrackingView.module.css";
import { WaitingView } from "./WaitingView";

interface TrackingViewProps {
  orderId: string;
  state: WatchState;
  /** What the checkout knows of it, where it was placed here. */
  data?: OrderData | null;
  /** The card of what it brings to the loyalty programme. */
  slices?: ReactNode;
  /** Epoch ms, by the server's clock. */
  now: number;
  sendFeedback: SendFeedback;
  onRetry: () => void;
  onReload: () => void;
}

/** The tracking page of what is known: opening, a problem, or the order with how well it is known. */
export function TrackingView(props: TrackingViewProps) {
  const { mode, problem } = props.state;
  // Of an order that was never seen nothing can have ended.
  const isUnseen = problem === "not-found" || problem === "not-received" || problem === "unpaid";
  const sign = mode === "opening" || isUnseen ? null : <ConnectionSign connection={mode} />;
  return (
    <>
      <HeaderAside>{sign}</HeaderAside>
      <Content {...props} />
    </>
  );
}

function Content(props: TrackingViewProps) {
  const { orderId, state, data = null, slices = null, now, sendFeedback, onRetry, onReload } = props;
  const { order, problem } = state;
  if (problem === "not-received") return <WaitingView orderId={orderId} />;
  if (problem !== null && (order === null || !isPassing(problem))) {
    return <ProblemView problem={problem} orderId={orderId} onRetry={onRetry} onReload={onReload} />;
  }
  if (order === null) return <Opening />;
  return (
    <>
      <Trouble state={state} onRetry={onRetry} />
      <OrderView order={order} data={data} slices={slices} now={now} sendFeedback={sendFeedback} />
    </>
  );
}

/** The last state stays, with the time at which it was true; where all was tried, the person may try again. */
function Trouble({ state, onRetry }: { state: WatchState; onRetry: () => void }) {
  const { mode, problem, trueAt } = state;
  const offline = mode === "offline" && trueAt !== null;
  if (!offline && problem === null) return null;
  const Icon = offline ? WifiOff : CircleAlert;
  return (
    <div className={styles["banner"]} role={problem === null ? "status" : "alert"}>
      <Note tone={offline ? "stale" : "bad"} icon={<Icon size={20} strokeWidth={1.75} aria-hidden="true" />}>
        <div className={styles["trouble"]}>
          <p>
            {offline && `${TEXTS.offline(timeOf(trueAt))} `}
            {problem === "failed" ? PROBLEMS.failed.text : TEXTS.offlineNext}
          </p>
          {problem !== null && (
            <Button look="line" onClick={onRetry}>
              <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
              {TEXTS.retry}
            </Button>
          )}
        </div>
      </Note>
    </div>
  );
}
