import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate } from "react-router";
import { tellPageError } from "../../analytics/pageErrors";
import { track } from "../../analytics/track";
import { ApiError, patch, post } from "../../api/client";
import type { User, UserSession } from "../../api/wire";
import { type Born, dateOf, NOT_BORN } from "../../lib/birthDate";
import { sendAsUser } from "../../session/asUser";
import { pathAfterSignIn } from "../../session/afterSignIn";
import { askNoMore } from "../../session/joining";
import { BIRTH_DATE_PATH, SIGN_IN_PATH } from "../../session/signInPath";
import { CUSTOMER } from "../../session/session";
import { useUserActions } from "../../session/useUserActions";
import { useVisitor } from "../../session/useVisitor";
import { Button } from "../../ui/Button";
import { BirthDateFields, birthDateFault } from "../../ui/choice/BirthDateFields";
import { Checkbox } from "../../ui/choice/Checkbox";
import { usePageTitle } from "../../ui/usePageTitle";
import { identityQuery } from "../../session/identity";
import { Door } from "./Door";
import { Evening } from "./Evening";
import form from "./SignIn.module.css";
import { BIRTH_DATE, REFUSED } from "./texts";
import { Trouble } from "../../ui/Trouble";
import { useSending } from "./useSending";

/** Of a date that the server does not take. */
const OF_BIRTH_DATE: ReadonlySet<string> = new Set([
  "loyalty/birth-date-invalid",
  "loyalty/too-young",
  "users/birth-date-set",
]);

/** Tells the shop that somebody could not join (LG-45). */
function told(error: unknown): never {
  const isOfDate = error instanceof ApiError && OF_BIRTH_DATE.has(error.code);
  tellPageError(isOfDate ? "FRONTEND_BIRTHDAY_ERROR" : "FRONTEND_REGISTER_LOYALTY_ERROR", error);
  throw error;
}

/** `/rekisteroidy/syntymaaika`: where one joins, with a date of birth (LG-06, LG-18). */
export function Component() {
  usePageTitle(BIRTH_DATE.title);
  const { session, failed, retry } = useVisitor();
  const [hasLeft, setLeft] = useState(false);
  if (session === undefined) return <Door title={BIRTH_DATE.title} failed={failed} onRetry={retry} />;
  const { user } = session;
  if (user === null) return <Navigate to={SIGN_IN_PATH} replace />;
  // Who comes here of themselves joins too; who is in goes on, and so do the staff.
  const mayJoin = user.acceptedTerms && user.customerSegment === CUSTOMER && !user.subscribedToLoyalty;
  if (hasLeft || !mayJoin) return <Navigate to={pathOn(session)} replace />;
  return <Ask user={user} onLeft={() => setLeft(true)} />;
}

/** Where one goes on: here one has been. */
function pathOn(session: UserSession): string {
  const path = pathAfterSignIn(session);
  return path === BIRTH_DATE_PATH ? "/" : path;
}

function Ask({ user, onLeft }: { user: User; onLeft: () => void }) {
  const { update } = useUserActions();
  const { data: identity } = useQuery(identityQuery);
  const [born, setBorn] = useState<Born>(NOT_BORN);
  const [hasAgreed, setAgreed] = useState(user.acceptedLoyaltyTerms);
  const [isLeaving, setLeaving] = useState(false);
  const isBorn = user.birthDateSet;
  const faults = {
    birthDate: isBorn ? null : birthDateFault(born, identity?.loyaltyAge ?? 0),
    acceptedLoyaltyTerms: hasAgreed ? null : REFUSED.required,
  };
  const sending = useSending<keyof typeof faults>(faults, async () => {
    const birthDate = isBorn ? user.birthDate : (dateOf(born) ?? "");
    const body = { birthDate, acceptedLoyaltyTerms: true };
    update(await sendAsUser(post("/api/loyalty/register", { body })).catch(told));
    askNoMore();
    track({ event: "join_loyalty" });
  });
  const later = async () => {
    setLeaving(true);
    askNoMore();
    // Where it cannot be said, one is asked again another time.
    const body = { showLoyaltySignUpPage: false };
    const known = await sendAsUser(patch("/api/users/me", { body })).catch(() => null);
    update(known ?? { ...user, showLoyaltySignUpPage: false });
    onLeft();
  };
  return (
    <Evening title={BIRTH_DATE.title} lead={isBorn ? BIRTH_DATE.leadOfKnown : BIRTH_DATE.lead}>
      <form className={form["form"]} onSubmit={sending.onSubmit} noValidate>
        <Trouble>{sending.general?.text}</Trouble>
        {!isBorn && (
          <BirthDateFields
            born={born}
            error={sending.errorOf("birthDate")}
            onChange={(next) => {
              sending.mend();
              setBorn(next);
            }}
          />
        )}
        {!user.acceptedLoyaltyTerms && (
          <Checkbox
            label={BIRTH_DATE.agree}
            isChecked={hasAgreed}
            onChange={setAgreed}
            error={sending.errorOf("acceptedLoyaltyTerms")}
          />
        )}
        <Button type="submit" isBusy={sending.isBusy}>
          {BIRTH_DATE.send}
        </Button>
        <Button look="quiet" isBusy={isLeaving} onClick={() => void later()}>
          {BIRTH_DATE.later}
        </Button>
      </form>
    </Evening>
  );
}
