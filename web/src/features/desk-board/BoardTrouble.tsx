import { CircleAlert, RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { timeOf } from "../../lib/helsinki";
import type { BoardState } from "../../live/live";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Note";
import { BOARD } from "./texts";
import styles from "./Board.module.css";

/** What one should know before trusting the list; nothing while all is well. */
export function BoardTrouble({ state, onRetry }: { state: BoardState; onRetry: () => void }) {
  const { mode, problem, rows, trueAt } = state;
  if (problem === "too-large" || problem === "refused") {
    const text = problem === "too-large" ? BOARD.tooLarge : BOARD.refused;
    return <Trouble tone="calm" icon={<CircleAlert size={20} strokeWidth={1.75} />} text={text} />;
  }
  if (mode === "polling") {
    return <Trouble tone="calm" icon={<RefreshCw size={20} strokeWidth={1.75} />} text={BOARD.polling} />;
  }
  if (mode !== "offline") return null;
  const since = rows === null || trueAt === null ? BOARD.neverLoaded : BOARD.offline(timeOf(trueAt));
  const icon = <WifiOff size={20} strokeWidth={1.75} />;
  return (
    <Trouble tone="stale" icon={icon} text={`${since} ${BOARD.offlineNext}`}>
      <Button look="line" onClick={onRetry}>
        {BOARD.retry}
      </Button>
    </Trouble>
  );
}

interface TroubleProps {
  tone: "calm" | "stale";
  icon: ReactNode;
  text: string;
  children?: ReactNode;
}

function Trouble({ tone, icon, text, children }: TroubleProps) {
  return (
    <div className={styles["trouble"]} role="status">
      <Note tone={tone} icon={<span aria-hidden="true">{icon}</span>}>
        <div className={styles["words"]}>
          <p>{text}</p>
          {children}
        </div>
      </Note>
    </div>
  );
}
