import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { Navigate } from "react-router";
import type { LastPrize, LoyaltyMember } from "../../api/loyalty";
import { CALL_CENTRE } from "../../session/session";
import { LOYALTY_PATH, TERMS_PATH } from "../../session/signInPath";
import { useVisitor } from "../../session/useVisitor";
import { memberQuery } from "../../shop/loyalty/loyalty";
import { Button } from "../../ui/Button";
import { useLeaving } from "../../ui/modal/useLeaving";
import { useModal } from "../../ui/modal/useModal";
import { Trouble } from "../../ui/Trouble";
import { usePageTitle } from "../../ui/usePageTitle";
import { CodesCard } from "./CodesCard";
import { HelpCard } from "./HelpCard";
import { LeaveDialog, LeaveLink } from "./Leave";
import { LedgerCard } from "./LedgerCard";
import styles from "./Loyalty.module.css";
import { SlicesHero } from "./SlicesHero";
import { CARD, MEMBER } from "./texts";
import { Welcome } from "./Welcome";
import { WheelCard } from "./WheelCard";
import { WHEEL_MODAL, WheelSheet } from "./wheel/WheelSheet";

/** `/minun-kotijoukot`: a member's slices, wheel, codes and ledger. All others are led to what the programme is (LO-08). */
export function Component() {
  usePageTitle(MEMBER.title);
  const { session, failed, retry } = useVisitor();
  if (session === undefined) return <Opening failed={failed} onRetry={retry} />;
  const { user } = session;
  if (user?.customerSegment === CALL_CENTRE) return <Navigate to="/" replace />;
  if (user?.acceptedTerms === false) return <Navigate to={TERMS_PATH} replace />;
  if (user?.subscribedToLoyalty !== true) return <Navigate to={LOYALTY_PATH} replace />;
  return <Member />;
}

function Member() {
  const { data, isError, refetch } = useQuery(memberQuery);
  if (!data) return <Opening failed={isError} onRetry={() => void refetch()} />;
  return <Shown member={data} />;
}

function Shown({ member }: { member: LoyaltyMember }) {
  const wasShown = useUnseenPrize(member);
  return (
    <div className={styles["page"]}>
      <SlicesHero member={member} />
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          <WheelCard member={member} />
          <CodesCard benefits={member.benefits} />
        </div>
        <div className={styles["column"]}>
          <LedgerCard member={member} />
          <HelpCard hasWheel={member.wheel.reason !== "age"} />
          <LeaveLink />
        </div>
      </div>
      <Welcome member={member} />
      <WheelSheet member={member} onShown={wasShown} />
      <LeaveDialog />
    </div>
  );
}

type SpinId = LastPrize["spinId"];

/** A prize that was won and never shown is shown now, each once (WH-07); the welcome comes first. Hears what was shown. */
function useUnseenPrize({ showWelcomeModal, showPrizeModal, lastPrize }: LoyaltyMember) {
  const { isOpen, open } = useModal(WHEEL_MODAL);
  // A sheet on its way out would come back as it was.
  const isGone = useLeaving(isOpen) === "gone";
  const shown = useRef<SpinId | null>(null);
  const unseen = showPrizeModal && !showWelcomeModal ? (lastPrize?.spinId ?? null) : null;
  useEffect(() => {
    if (!isGone || unseen === null || shown.current === unseen) return;
    shown.current = unseen;
    open();
  }, [isGone, open, unseen]);
  return useCallback((spinId: SpinId) => {
    shown.current = spinId;
  }, []);
}

/** While the card is on its way, or where it does not come (LO-28). */
function Opening({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <div className={styles["page"]}>
      <section className={styles["hero"]}>
        <div className={styles["words"]}>
          <h1>{CARD.title}</h1>
        </div>
        {!failed && <div className={styles["platePlace"]} />}
      </section>
      <Trouble>{failed && MEMBER.failed}</Trouble>
      {failed ? (
        <div>
          <Button onClick={onRetry}>{MEMBER.retry}</Button>
        </div>
      ) : (
        <p className="sr-only" role="status">
          {MEMBER.opening}
        </p>
      )}
    </div>
  );
}
