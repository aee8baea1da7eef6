import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { tellPageError } from "../../analytics/pageErrors";
import { track } from "../../analytics/track";
import { patch, post } from "../../api/client";
import type { User } from "../../api/wire";
import { type Born, dateOf, NOT_BORN } from "../../lib/birthDate";
import { sendAsUser } from "../../session/asUser";
import { identityQuery } from "../../session/identity";
import { askNoMore, wasAskedToJoin } from "../../session/joining";
import { isWayIn, MEMBER_PATH } from "../../session/signInPath";
import { useUserActions } from "../../session/useUserActions";
import { Button } from "../../ui/Button";
import { BirthDateFields, birthDateFault } from "../../ui/choice/BirthDateFields";
import { Checkbox } from "../../ui/choice/Checkbox";
import { focusFirstFault } from "../../ui/focusFirstFault";
import { Dialog } from "../../ui/modal/Dialog";
import { Trouble } from "../../ui/Trouble";
import { useAction } from "../../ui/useAction";
import styles from "./Loyalty.module.css";
import { TERMS_PAGE } from "./pages";
import { JOIN } from "./texts";

/** Pages on which somebody has something else to do. */
const BUSY = [
  "/ostoskori",
  "/tilaus",
  "/kysely",
  "/kotijoukot",
  "/minun-kotijoukot",
  "/asiakastili",
  "/ehdot",
];

/** Asks once a visit for what is missing of birth date, membership and terms (LO-16 to LO-19). */
export function JoinDialog({ user }: { user: User }) {
  const { pathname } = useLocation();
  const [wasAsked, setAsked] = useState(wasAskedToJoin);
  const later = () => {
    askNoMore();
    setAsked(true);
  };
  const isBusy = isWayIn(pathname) || BUSY.some((begin) => pathname.startsWith(begin));
  const { subscribedToLoyalty: isMember } = user;
  return (
    <Dialog
      // Somebody may have put it off on the way in.
      isOpen={!isBusy && !wasAsked && !wasAskedToJoin()}
      onClose={later}
      title={isMember ? JOIN.missingTitle : JOIN.title}
      size="small"
      closeLabel={JOIN.later}
    >
      <JoinForm user={user} onLater={later} />
    </Dialog>
  );
}

function JoinForm({ user, onLater }: { user: User; onLater: () => void }) {
  const navigate = useNavigate();
  const { data: identity, isLoading } = useQuery(identityQuery);
  const draft = useDraft(user, identity?.loyaltyAge ?? 0);
  const join = useJoin(user);
  const action = useAction(user.subscribedToLoyalty ? JOIN.saveFailed : JOIN.failed);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    draft.setTried();
    if (!draft.isWhole) return focusFirstFault(event.currentTarget);
    void action.act(async () => {
      await join(draft.body);
      onLater();
      void navigate(MEMBER_PATH);
    });
  };
  const { subscribedToLoyalty: isMember, birthDateSet, acceptedLoyaltyTerms } = user;
  return (
    <form className={styles["texts"]} noValidate onSubmit={submit}>
      <p>{isMember ? JOIN.missing : JOIN.lead}</p>
      <Trouble>{action.trouble}</Trouble>
      {!birthDateSet && (
        <>
          <BirthDateFields born={draft.born} error={draft.birthDateError} onChange={draft.setBorn} />
          <p className="quiet small">{JOIN.once}</p>
        </>
      )}
      {!acceptedLoyaltyTerms && (
        <Checkbox
          label={JOIN.agree}
          isChecked={draft.hasAgreed}
          onChange={draft.setAgreed}
          error={draft.termsError}
        />
      )}
      <p>
        <a href={TERMS_PAGE} target="_blank" rel="noreferrer" className={styles["link"]}>
          {JOIN.terms}
        </a>
      </p>
      <Button type="submit" isBusy={action.isBusy || isLoading}>
        {isMember ? JOIN.save : JOIN.send}
      </Button>
      <Button look="quiet" onClick={onLater}>
        {JOIN.later}
      </Button>
    </form>
  );
}

/** What is being written (LO-21 to LO-25). */
function useDraft(user: User, age: number) {
  const [born, setBorn] = useState<Born>(NOT_BORN);
  const [hasAgreed, setAgreed] = useState(user.acceptedLoyaltyTerms);
  const [isTried, setTried] = useState(false);
  const birthDateFaultNow = user.birthDateSet ? null : birthDateFault(born, age);
  const termsFault = hasAgreed ? null : JOIN.required;
  const birthDate = user.birthDateSet ? user.birthDate : (dateOf(born) ?? "");
  return {
    born,
    setBorn,
    hasAgreed,
    setAgreed,
    setTried: () => setTried(true),
    isWhole: birthDateFaultNow === null && termsFault === null,
    birthDateError: isTried ? birthDateFaultNow : null,
    termsError: isTried ? termsFault : null,
    body: { birthDate, acceptedLoyaltyTerms: true },
  };
}

/** Joins, or completes what a member has not said yet (LO-20). */
function useJoin(user: User) {
  const { update } = useUserActions();
  return async (body: { birthDate: string; acceptedLoyaltyTerms: boolean }) => {
    const { subscribedToLoyalty: isMember } = user;
    const call = isMember ? patch("/api/users/me", { body }) : post("/api/loyalty/register", { body });
    try {
      update(await sendAsUser(call));
    } catch (error) {
      tellPageError("FRONTEND_REGISTER_LOYALTY_ERROR", error);
      throw error;
    }
    if (!isMember) track({ event: "join_loyalty" });
  };
}
