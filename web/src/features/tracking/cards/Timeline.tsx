import { Car, Check, ChefHat, Flame, House, Package, RadioTower, ReceiptText, Store, X } from "lucide-react";
import type { OrderState } from "../../../live/live";
import { type Stage, stagesOf } from "../../../live/course";
import type { StageName } from "../../../live/rules";
import { timeAsOf } from "../../../lib/helsinki";
import { MAP, SOURCES } from "../../../order-status/texts";
import { Card } from "../../../ui/Card";
import { Note } from "../../../ui/Note";
import { STAGES, TEXTS } from "../texts";
import styles from "./Timeline.module.css";

const ICONS: Record<StageName, typeof Car> = {
  received: ReceiptText,
  accepted: Store,
  inMaking: ChefHat,
  inOven: Flame,
  finished: Package,
  waitingForDelivery: Package,
  inDelivery: Car,
  deliveryFailed: X,
  delivered: House,
  cancelled: X,
};

interface TimelineProps {
  order: OrderState;
  /** Epoch ms. */
  now: number;
  /** Whether the position of its car is an old one. */
  isCarStale: boolean;
}

/** The order's course: what was reported has time and source, what was not has neither. */
export function Timeline({ order, now, isCarStale }: TimelineProps) {
  const keys = stageKeys(stagesOf(order));
  return (
    <Card title={TEXTS.course}>
      {isCarStale && (
        <div className={styles["stale"]}>
          <Note tone="stale" icon={<RadioTower size={20} strokeWidth={1.75} aria-hidden="true" />}>
            {MAP.stale}
          </Note>
        </div>
      )}
      <ol className={styles["course"]}>
        {keys.map(([key, stage]) => (
          <Entry key={key} stage={stage} now={now} />
        ))}
      </ol>
    </Card>
  );
}

function Entry({ stage, now }: { stage: Stage; now: number }) {
  const { name, standing, at, source, notes } = stage;
  const bad = name === "cancelled" || name === "deliveryFailed";
  const Icon = standing === "done" && !bad ? Check : ICONS[name];
  return (
    <li
      className={styles[bad ? "bad" : standing]}
      {...(standing === "now" ? { "aria-current": "step" } : {})}
    >
      <span className={styles["node"]} aria-hidden="true">
        {standing !== "skipped" && <Icon size={15} strokeWidth={1.75} />}
      </span>
      <div className={styles["line"]}>
        <span className={styles["name"]}>{STAGES[name]}</span>
        {at !== null && source !== null && (
          <span className={styles["when"]}>
            <b>
              <time dateTime={at}>{timeAsOf(Date.parse(at), now)}</time>
            </b>{" "}
            · {SOURCES[source]}
          </span>
        )}
        {standing === "skipped" && <span className={styles["when"]}>{TEXTS.skipped}</span>}
      </div>
      {notes.map((note) => (
        <span key={note} className={styles["note"]}>
          {note}
        </span>
      ))}
    </li>
  );
}

/** A stage may be reported again (a failed delivery goes on): its turn is part of its key. */
function stageKeys(stages: Stage[]): [string, Stage][] {
  const turns = new Map<StageName, number>();
  return stages.map((stage) => {
    const turn = (turns.get(stage.name) ?? 0) + 1;
    turns.set(stage.name, turn);
    return [`${stage.name}${turn}`, stage];
  });
}
