import type { Benefit } from "../../api/loyalty";
import { PrizePicture } from "../../art/prizes/PrizePicture";
import { fullDate } from "../../lib/helsinki";
import { daysLeft, spaced } from "../../shop/loyalty/card";
import { CopyButton } from "../../ui/CopyButton";
import { Chip } from "../../ui/Chip";
import { Ticket } from "../../ui/Ticket";
import { useNow } from "../../ui/useNow";
import styles from "./BenefitTicket.module.css";
import { BENEFIT } from "./texts";

/** So long the button says that it has copied (AC-15). */
const COPIED_MS = 1_500;
const LOOK_MS = 60_000;

/** A member's code: what it is worth, until when, and its letters to be copied (AC-14, AC-15). */
export function BenefitTicket({ benefit, level = 3 }: { benefit: Benefit; level?: 2 | 3 }) {
  const { code, type, used } = benefit;
  const now = useNow(LOOK_MS);
  const left = daysLeft(benefit, now);
  const isOver = used || left === 0;
  return (
    <Ticket
      picture={<PrizePicture type={type} size={116} />}
      title={benefit.benefit}
      level={level}
      detail={isOver ? undefined : BENEFIT.hint}
      fact={
        <span className={styles["facts"]}>
          <span className="whole">
            {BENEFIT.until} {fullDate(Date.parse(benefit.valid_until))}
          </span>
          {!isOver && left !== null && <Chip tone="campaign">{BENEFIT.daysLeft(left)}</Chip>}
        </span>
      }
      isOver={isOver}
    >
      <code className={styles["code"]}>
        <span className="sr-only">{BENEFIT.code} </span>
        {spaced(code)}
      </code>
      {isOver ? (
        <Chip tone="closed">{used ? BENEFIT.used : BENEFIT.over}</Chip>
      ) : (
        <CopyButton code={code} saysFor={COPIED_MS} />
      )}
    </Ticket>
  );
}
