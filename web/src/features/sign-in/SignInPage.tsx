import { DoorClosed } from "lucide-react";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { Note } from "../../ui/Note";
import { PageFrame } from "../../ui/PageFrame";
import { usePageTitle } from "../../ui/usePageTitle";
import { hasEnded, returnPath } from "../../session/signInPath";
import { useStaff } from "../../session/useStaff";
import { PASSWORD, SIGN_IN } from "./texts";
import { PasswordForm } from "./PasswordForm";
import { SignInForm } from "./SignInForm";
import styles from "./SignIn.module.css";

/** `/kirjaudu`: the staff's door. Who is in goes on to the page that was asked for. */
export function Component() {
  const [query] = useSearchParams();
  const { member } = useStaff();
  // Kept for as long as the page is: a one-time password need not be written twice.
  const [oneTime, setOneTime] = useState<string | null>(null);
  const words = member ? PASSWORD : SIGN_IN;
  usePageTitle(words.title);
  if (member && !member.mustChangePassword) return <Navigate to={returnPath(query)} replace />;
  return (
    <PageFrame>
      <div className={styles["door"]}>
        <h1>{words.title}</h1>
        <p className={styles["lead"]}>{words.lead}</p>
        {!member && hasEnded(query) && (
          <Note tone="calm" icon={<DoorClosed size={20} strokeWidth={1.75} aria-hidden="true" />}>
            {SIGN_IN.ended}
          </Note>
        )}
        {member ? <PasswordForm known={oneTime} /> : <SignInForm onSignedIn={setOneTime} />}
        {!member && <p className={styles["customer"]}>{SIGN_IN.customer}</p>}
      </div>
    </PageFrame>
  );
}
