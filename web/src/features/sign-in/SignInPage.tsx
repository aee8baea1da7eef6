import { DoorClosed as DoorClosedSign } from "lucide-react";
import { useState } from "react";
import { Link, Navigate, useSearchParams } from "react-router";
import { DoorClosed } from "../../art/scenes/DoorClosed";
import { Note } from "../../ui/Note";
import { usePageTitle } from "../../ui/usePageTitle";
import { hasEnded, isStaffs, returnPath } from "../../session/signInPath";
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
    <div className={styles["page"]}>
      <div className={styles["evening"]}>
        <h1>{words.title}</h1>
        <DoorClosed lit />
      </div>
      <p className={styles["lead"]}>{words.lead}</p>
      {!member && hasEnded(query) && (
        <Note tone="calm" icon={<DoorClosedSign size={20} strokeWidth={1.75} aria-hidden="true" />}>
          {SIGN_IN.ended}
        </Note>
      )}
      {member ? <PasswordForm known={oneTime} /> : <SignInForm onSignedIn={setOneTime} />}
      {!member && <ForCustomers returnTo={returnPath(query)} />}
    </div>
  );
}

/** Customers have no accounts here yet: they are led back to where they were. */
function ForCustomers({ returnTo }: { returnTo: string }) {
  return (
    <div className={styles["customer"]}>
      <p>{SIGN_IN.guest}</p>
      <Link to={isStaffs(returnTo) ? "/menu" : returnTo}>{SIGN_IN.back}</Link>
      <p>{SIGN_IN.customer}</p>
    </div>
  );
}
