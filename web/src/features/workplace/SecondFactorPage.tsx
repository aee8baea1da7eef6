import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { get, send } from "../../api/client";
import type { NewTotp } from "../../api/wire";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { SECOND_FACTOR_PATH, signInPath, WORK_PATH } from "../../session/signInPath";
import { useStaff } from "../../session/useStaff";
import { useUserActions } from "../../session/useUserActions";
import { Button } from "../../ui/Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "../../ui/Hero";
import { usePageTitle } from "../../ui/usePageTitle";
import { AskSecret } from "./AskSecret";
import { ConfirmSecret } from "./ConfirmSecret";
import { RecoveryCodes } from "./RecoveryCodes";
import styles from "./SecondFactor.module.css";
import { SECOND_FACTOR, WORK } from "./texts";

/** `/tyo/vahvistuskoodi`: the staff set up their second factor (docs/spec/people.md, "Second factor of staff"). */
export function Component() {
  usePageTitle(SECOND_FACTOR.title);
  const { member, failed, retry } = useStaff();
  // Setting it up ends nothing of what is shown here, whoever else is asked for it.
  if (member) return <SetUp isRequired={member.totpSetup === true} />;
  if (member === null) return <Navigate to={signInPath(SECOND_FACTOR_PATH)} replace />;
  if (!failed) {
    return (
      <p className="sr-only" role="status">
        {WORK.opening}
      </p>
    );
  }
  return (
    <Hero tone="peru" scene={<DoorUnlit />}>
      <HeroTitle size="outcome">{SECOND_FACTOR.title}</HeroTitle>
      <div role="alert">
        <HeroText>{SECOND_FACTOR.failed}</HeroText>
      </div>
      <HeroActions>
        <Button onClick={retry}>{WORK.retry}</Button>
      </HeroActions>
    </Hero>
  );
}

/** First who one is, then the app's first code, then the codes for a lost phone. */
function SetUp({ isRequired }: { isRequired: boolean }) {
  const navigate = useNavigate();
  const { become } = useUserActions();
  const [made, setMade] = useState<NewTotp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const goOn = async () => {
    // It may open what was closed until now.
    become(await send(get("/api/users/session")));
    void navigate(WORK_PATH, { replace: true });
  };
  const step = codes !== null ? "done" : made !== null ? "confirm" : "ask";
  return (
    <div className={styles["page"]}>
      <h1>{SECOND_FACTOR.title}</h1>
      <p className={styles["lead"]}>{SECOND_FACTOR.leads[step](isRequired)}</p>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={() => void goOn()} />
      ) : made !== null ? (
        <ConfirmSecret made={made} onConfirmed={setCodes} />
      ) : (
        <AskSecret onMade={setMade} />
      )}
    </div>
  );
}
