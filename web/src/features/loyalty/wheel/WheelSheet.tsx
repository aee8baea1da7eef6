import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { LastPrize, LoyaltyMember } from "../../../api/loyalty";
import { WheelIcon } from "../../../art/prizes/signs";
import { nextSpinOf, spinsAt } from "../../../shop/loyalty/card";
import { useSeen } from "../../../shop/loyalty/loyalty";
import { Button, ButtonLink } from "../../../ui/Button";
import { LiveRegion } from "../../../ui/LiveRegion";
import { Modal } from "../../../ui/modal/Modal";
import { useMedia } from "../../../ui/useMedia";
import { useNow } from "../../../ui/useNow";
import { BIRTH_DATE_PAGE, RULES_PAGE } from "../pages";
import { NEXT_SPIN, WHEEL, whyNot } from "../texts";
import { Confetti } from "./Confetti";
import { PrizeView, wordsOf } from "./PrizeView";
import { isCelebrated, type SpinState } from "./spinMachine";
import { useFocusIn } from "./useFocusIn";
import { useSpin } from "./useSpin";
import { Verify } from "./Verify";
import styles from "./Wheel.module.css";
import { WheelDrawing } from "./WheelDrawing";

/** The sheet's fragment in the address. */
export const WHEEL_MODAL = "pizzapyora";
/** Campaigns of spins begin and end by the clock. */
const LOOK_MS = 30_000;

interface WheelSheetProps {
  member: LoyaltyMember;
  /** Hears which spin's prize is shown. */
  onShown: (spinId: LastPrize["spinId"]) => void;
}

/** The wheel, over the member's page (WH-19). */
export function WheelSheet(props: WheelSheetProps) {
  return (
    <Modal name={WHEEL_MODAL} title={WHEEL.title} isSheet isBare isDusk>
      <Wheel {...props} />
    </Modal>
  );
}

function Wheel({ member, onShown }: WheelSheetProps) {
  const isCalm = useMedia("(prefers-reduced-motion: reduce)");
  const [wasClosed, setClosed] = useState(false);
  const now = useNow(LOOK_MS);
  const { state, seal, isUnanswered, refusal, press, close } = useSpin(member, isCalm, now);
  const spins = spinsAt(member, now);
  const shown = spinsShown(state, spins);
  const { enabled, reason, segments } = member.wheel;
  const next = NEXT_SPIN[nextSpinOf(member)];
  const words = state.at === "over" ? wordsOf(state.won.prize, next, state.spinsLeft) : null;
  const shownId = state.at === "over" ? state.won.prize.spinId : null;
  useEffect(() => {
    if (shownId !== null) onShown(shownId);
  }, [shownId, onShown]);
  useSeenOnLeaving(state.at === "over");
  const isStill = state.at === "rest";
  const isOff = isStill && !enabled && !isUnanswered;
  return (
    <div className={styles["sheet"]}>
      <p className={styles["left"]}>
        <WheelIcon size={20} />
        {WHEEL.left(shown)}
      </p>
      <Spoken text={words === null ? (isStill ? "" : WHEEL.turning) : `${words.title} ${words.text}`} />
      <div className={styles["stage"]}>
        <WheelDrawing segments={segments} state={state} isOff={isOff} />
        {state.at === "over" && isCelebrated(state.won.prize.type) && !isCalm && <Confetti />}
      </div>
      {state.at === "over" && words !== null ? (
        <PrizeView
          prize={state.won.prize}
          words={words}
          mayGoOn={state.spinsLeft > 0 && enabled}
          onClose={() => {
            setClosed(true);
            close();
          }}
        >
          {state.won.proof !== null && <Verify commitment={seal} proof={state.won.proof} />}
        </PrizeView>
      ) : (
        // A refusal comes in the stead of the button that was pressed.
        <Act key={String(refusal !== null)} hasFocus={wasClosed || refusal !== null} seal={seal}>
          {isOff || refusal !== null ? (
            <Reason reason={reason} text={refusal} next={next} />
          ) : (
            <Button isBusy={!isStill} onClick={press}>
              {WHEEL.spin}
            </Button>
          )}
        </Act>
      )}
    </div>
  );
}

interface ActProps {
  /** Whether it has come in the stead of something that had the focus. */
  hasFocus: boolean;
  seal: string;
  children: ReactNode;
}

/** What to do with the wheel, and how one sees that it is fair. */
function Act({ hasFocus, seal, children }: ActProps) {
  const place = useRef<HTMLDivElement>(null);
  useFocusIn(place, hasFocus);
  return (
    <div ref={place} className={styles["act"]}>
      {children}
      <Verify commitment={seal} proof={null} />
      <p className={styles["links"]}>
        <Link to={RULES_PAGE} className={styles["link"]}>
          {WHEEL.rules}
        </Link>
      </p>
    </div>
  );
}

/** What is there from the start is said too: a region says what becomes of it. */
function Spoken({ text }: { text: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text));
    return () => clearTimeout(timer);
  }, [text]);
  return <LiveRegion text={said} />;
}

/** While it turns, the spin that turns it is used already. */
function spinsShown(state: SpinState, spins: number): number {
  if (state.at === "turning") return Math.max(0, spins - 1);
  return state.at === "rest" ? spins : state.spinsLeft;
}

interface ReasonProps {
  reason: string | null;
  /** The server's own words, where it has refused a spin. */
  text: string | null;
  next: string;
}

/** Why nobody can spin, in the button's place, and what helps (WH-02, WH-03, WH-05). */
function Reason({ reason, text, next }: ReasonProps) {
  const words = text ?? whyNot(reason);
  const isNext = reason === "noSpins" && text === null;
  return (
    <>
      <p data-first tabIndex={-1} className={styles["reason"]}>
        {isNext ? `${words} ${WHEEL.next(next)}` : words}
      </p>
      {reason === "birthDate" && <ButtonLink to={BIRTH_DATE_PAGE}>{WHEEL.birthDate}</ButtonLink>}
      {(reason === "locked" || reason === "noSpins") && <ButtonLink to="/menu">{WHEEL.order}</ButtonLink>}
    </>
  );
}

/** Whoever closes the sheet or goes elsewhere has seen what they won (WH-07). */
function useSeenOnLeaving(isOver: boolean): void {
  const { prizeSeen } = useSeen();
  const leave = useRef<(() => void) | null>(null);
  useEffect(() => {
    leave.current = isOver ? () => void prizeSeen() : null;
  });
  useEffect(() => () => leave.current?.(), []);
}
