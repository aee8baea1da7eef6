import { useState } from "react";
import { post } from "../../api/client";
import type { User } from "../../api/wire";
import { sendAsUser } from "../../session/asUser";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Trouble } from "../../ui/Trouble";
import styles from "./Account.module.css";
import { PASSWORD } from "./texts";
import { useAction } from "../../ui/useAction";

/** Mails a link to a new password to one's own address (AC-05). */
export function PasswordCard({ user }: { user: User }) {
  const action = useAction(PASSWORD.failed);
  const [isSent, setSent] = useState(false);
  const ask = async () => {
    await sendAsUser(post("/api/users/sendForgotPasswordEmail", { body: { email: user.email } }));
    setSent(true);
  };
  return (
    <Card title={PASSWORD.title}>
      <p className={styles["text"]}>{PASSWORD.text}</p>
      {!isSent && (
        <Button look="quiet" isBusy={action.isBusy} onClick={() => void action.act(ask)}>
          {PASSWORD.send}
        </Button>
      )}
      <p role="status" className={styles["told"]}>
        {isSent && <b>{PASSWORD.sent}</b>}
      </p>
      <div className={styles["below"]}>
        <Trouble>{action.trouble}</Trouble>
      </div>
    </Card>
  );
}
