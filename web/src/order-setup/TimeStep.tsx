import { useNow } from "../ui/useNow";
import { dayName } from "../lib/helsinki";
import { RadioChips } from "../ui/choice/RadioChips";
import { clockIn, dateIn, quarterIn, sameClock } from "./preorder";
import { DeliveryHint } from "./DeliveryHint";
import { Segments } from "./Segments";
import { SETUP, TIME } from "./texts";
import styles from "./TimeStep.module.css";
import type { Setup } from "./useSetup";

const TIMINGS = [
  { value: "now", label: TIME.now },
  { value: "preorder", label: TIME.preorder },
] as const;

/** When: at once, or at a quarter of an hour that the restaurant offers (OS-10). */
export function TimeStep({ setup }: { setup: Setup }) {
  const { draft, act } = setup;
  return (
    <div className={styles["step"]} data-lack="time">
      <Segments
        legend={SETUP.time}
        options={TIMINGS}
        value={draft.isPreorder ? "preorder" : "now"}
        onChoose={(timing) => act({ type: "chooseTiming", isPreorder: timing === "preorder" })}
      />
      {draft.isPreorder && <Times setup={setup} />}
      {draft.orderType === "delivery" && draft.isPreorder && <PreorderFee setup={setup} />}
      {draft.orderType === "delivery" && <DeliveryHint about="preorderFee" />}
    </div>
  );
}

/** Between which fees a preorder is brought: the chosen restaurant's, else any of the chain's (PR-28). */
function PreorderFee({ setup: { chain, shop } }: { setup: Setup }) {
  const shops = (chain.shops ?? []).filter(({ hasDelivery }) => hasDelivery);
  const chosen = shops.find(({ restaurantId }) => restaurantId === shop?.restaurantId) ?? shops[0];
  const least = chosen?.preorderMinimumDeliveryFee ?? null;
  const most = chosen?.preorderMaximumDeliveryFee ?? null;
  if (least === null || most === null) return null;
  return <p className="quiet small">{TIME.fee(least, most)}</p>;
}

function Times({ setup: { draft, act, days, timing, list } }: { setup: Setup }) {
  const now = useNow(60_000);
  const { time, lost } = timing;
  if (!days.data) {
    if (days.isError) return <p className={styles["word"]}>{TIME.failed}</p>;
    if (draft.orderType === "delivery" && !draft.address)
      return <p className={styles["word"]}>{TIME.afterAddress}</p>;
    // Where there is no restaurant, there is none whose times could come.
    const isNobody = list.isFailed || list.shops?.length === 0;
    return isNobody ? null : <p className={styles["word"]}>{SETUP.loading}</p>;
  }
  if (time === null) return <p className={styles["word"]}>{TIME.none}</p>;
  const day = days.data.find(({ date }) => date === dateIn(time));
  return (
    <>
      <RadioChips
        isOneLine
        legend={TIME.day}
        options={days.data.map(({ date }) => ({ value: date, label: dayName(date, now) }))}
        value={day?.date ?? null}
        onChange={(date) => {
          const same = sameClock(time, days.data.find((one) => one.date === date)?.times ?? []);
          if (same !== null) act({ type: "chooseTime", time: same });
        }}
      />
      <RadioChips
        isHours
        legend={TIME.clock}
        options={(day?.times ?? []).map((one) => ({
          value: one,
          label: clockIn(one),
          column: quarterIn(one) + 1,
        }))}
        value={time}
        onChange={(one) => act({ type: "chooseTime", time: one })}
      />
      <p role="status" className={styles["lost"]}>
        {lost && (lost.isPast ? TIME.past : TIME.notOffered)(clockIn(lost.time), clockIn(time))}
      </p>
    </>
  );
}
