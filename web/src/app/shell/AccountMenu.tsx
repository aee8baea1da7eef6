import { lazy, Suspense } from "react";
import { UserRound } from "lucide-react";
import { Link } from "react-router";
import { opening } from "../../lib/arriving";
import { ACCOUNT_PATH, SIGN_IN_PATH, WORK_PATH } from "../../session/signInPath";
import { useRoles, useUser } from "../../session/useUser";
import styles from "./AccountMenu.module.css";
import { SHELL } from "./texts";

const AccountList = lazy(() =>
  opening(() => import("./AccountList")).then((module) => ({ default: module.AccountList })),
);

/** The header's way to one's account: a list under its icon, or the door where nobody is in (SH-06, AC-09). */
export function AccountMenu() {
  const user = useUser() ?? null;
  const isStaff = useRoles().length > 0;
  const sign = <UserRound size={22} strokeWidth={1.75} aria-hidden="true" />;
  const link = (to: string, label: string) => (
    <Link to={to} className={styles["icon"]} aria-label={label} title={label}>
      {sign}
    </Link>
  );
  if (!user && !isStaff) return link(SIGN_IN_PATH, SHELL.signIn);
  // Until the list has come, its sign leads to the place itself.
  return (
    <Suspense fallback={link(user ? ACCOUNT_PATH : WORK_PATH, SHELL.account)}>
      <AccountList user={user} sign={sign} />
    </Suspense>
  );
}
