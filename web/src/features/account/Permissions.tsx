import { useState } from "react";
import { Link } from "react-router";
import { patch } from "../../api/client";
import type { User } from "../../api/wire";
import { sendAsUser } from "../../session/asUser";
import { useUserActions } from "../../session/useUserActions";
import { Card } from "../../ui/Card";
import { Checkbox } from "../../ui/choice/Checkbox";
import { Trouble } from "../../ui/Trouble";
import styles from "./Account.module.css";
import { ACCOUNT, PERMISSIONS } from "./texts";
import { useAction } from "../../ui/useAction";

/** What we may send, and what somebody has agreed to (AC-04). */
export function Permissions({ user }: { user: User }) {
  const { update } = useUserActions();
  const action = useAction(ACCOUNT.notSaved);
  // Shown at once, and taken back where it could not be kept.
  const [wished, setWished] = useState<Partial<Record<Permission, boolean>>>({});
  const wish = (which: Permission, is: boolean) =>
    void action.act(async () => {
      setWished({ [which]: is });
      try {
        update(await sendAsUser(patch("/api/users/me", { body: { [which]: is } })));
      } finally {
        setWished({});
      }
    });
  const box = (which: Permission, label: string) => (
    <Checkbox label={label} isChecked={wished[which] ?? user[which]} onChange={(is) => wish(which, is)} />
  );
  return (
    <Card title={PERMISSIONS.title}>
      <p className={styles["text"]}>{PERMISSIONS.note}</p>
      {box("emailMarketingPermission", PERMISSIONS.email)}
      {box("smsMarketingPermission", PERMISSIONS.sms)}
      <div className={styles["below"]}>
        <Trouble>{action.trouble}</Trouble>
      </div>
      <dl className={`${styles["facts"]} ${styles["texts"]}`}>
        <Terms to="/ehdot/kayttoehdot" name={PERMISSIONS.shop} text={user.terms.shop} />
        <Terms to="/ehdot/kotijoukkojen-kayttoehdot" name={PERMISSIONS.loyalty} text={user.terms.loyalty} />
      </dl>
    </Card>
  );
}

type Permission = "emailMarketingPermission" | "smsMarketingPermission";

function Terms({ to, name, text }: { to: string; name: string; text: User["terms"]["shop"] }) {
  return (
    <div>
      <dt>
        <Link to={to}>{name}</Link>
      </dt>
      <dd>
        {text.acceptedVersion === null ? PERMISSIONS.notAccepted : PERMISSIONS.accepted(text.acceptedVersion)}
      </dd>
    </div>
  );
}
