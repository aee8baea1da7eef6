import { type ReactNode, useRef } from "react";
import { useNavigate } from "react-router";
import type { LastPrize } from "../../../api/loyalty";
import { PrizePicture } from "../../../art/prizes/PrizePicture";
import { plainDate } from "../../../lib/helsinki";
import { dispatch } from "../../../shop/cart/useCart";
import { spaced } from "../../../shop/loyalty/card";
import { Button } from "../../../ui/Button";
import { CopyButton } from "../../../ui/CopyButton";
import { Unbroken } from "../../../ui/Unbroken";
import { PRIZE, WON } from "../texts";
import { useFocusIn } from "./useFocusIn";
import styles from "./Wheel.module.css";

/** So long the copy button says that it has copied (AC-15). */
const COPIED_MS = 1_500;

/** The words of a prize: its title, and what it is. */
export function wordsOf(
  { type, benefit }: LastPrize,
  nextSlice: string,
  spinsLeft: number,
): { title: string; text: string } {
  if (type === "empty") {
    return { title: PRIZE.miss, text: spinsLeft > 0 ? PRIZE.missAgain : PRIZE.missNext(nextSlice) };
  }
  const { title, text } = WON[type] ?? { title: PRIZE.title, text: benefit?.benefit ?? "" };
  return { title, text: benefit === null ? text : `${text} ${PRIZE.inCodes}` };
}

interface PrizeViewProps {
  prize: LastPrize;
  words: { title: string; text: string };
  /** Whether the wheel may be turned once more at once. */
  mayGoOn: boolean;
  onClose: () => void;
  /** How it was drawn. */
  children?: ReactNode;
}

/** What was won, its code, and the way to use it. The first thing to do has the focus; the words are spoken beside it. */
export function PrizeView({ prize: { type, benefit }, words, mayGoOn, onClose, children }: PrizeViewProps) {
  const navigate = useNavigate();
  const place = useRef<HTMLElement>(null);
  useFocusIn(place, true);
  const use = (code: string) => {
    // What the server has against it `shop/errors` tells.
    void dispatch({ type: "addPromotionCode", code }).catch(() => undefined);
    onClose();
    void navigate("/menu");
  };
  return (
    <section ref={place} className={styles["prize"]}>
      <div className={styles["arch"]}>
        <PrizePicture type={type} size={84} />
      </div>
      <h3>{words.title}</h3>
      <p className="quiet">
        <Unbroken text={words.text} />
      </p>
      {benefit !== null && (
        <>
          <div className={styles["code"]}>
            <code>
              <span className="sr-only">{PRIZE.code} </span>
              {spaced(benefit.code)}
            </code>
            <CopyButton code={benefit.code} saysFor={COPIED_MS} />
          </div>
          <p className="quiet small">{PRIZE.until(plainDate(Date.parse(benefit.valid_until)))}</p>
          <Button data-first onClick={() => use(benefit.code)}>
            {PRIZE.use}
          </Button>
        </>
      )}
      {benefit === null && mayGoOn && (
        <Button data-first onClick={onClose}>
          {PRIZE.again}
        </Button>
      )}
      <Button look="quiet" onClick={onClose}>
        {PRIZE.close}
      </Button>
      {children}
    </section>
  );
}
