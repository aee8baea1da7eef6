import { CreditCard } from "lucide-react";
import { patch } from "../../api/client";
import { sendAsUser } from "../../session/asUser";
import { useUser } from "../../session/useUser";
import { useUserActions } from "../../session/useUserActions";
import { Button, ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { useAction } from "../../ui/useAction";
import { usePageTitle } from "../../ui/usePageTitle";
import { Trouble } from "../../ui/Trouble";
import styles from "./Account.module.css";
import { ACCOUNT, METHODS } from "./texts";

/** `/asiakastili/maksutavat`: the method that is chosen at the till without asking (PY-10). */
export function Component() {
  usePageTitle(METHODS.title);
  const user = useUser();
  const { update } = useUserActions();
  const action = useAction(ACCOUNT.notSaved);
  if (!user) return null;
  const id = user.preferredPaymentMethod?.id;
  const forget = async () =>
    update(await sendAsUser(patch("/api/users/me", { body: { preferredPaymentMethod: null } })));
  return (
    <div className={styles["column"]}>
      <h1>{METHODS.title}</h1>
      <Card title={METHODS.preferred} icon={<CreditCard size={22} strokeWidth={1.75} aria-hidden="true" />}>
        <div className={`${styles["form"]} ${styles["inCard"]}`}>
          <p role="status">{id === undefined ? METHODS.none : (METHODS.names[id] ?? METHODS.other)}</p>
          <Trouble>{action.trouble}</Trouble>
          <div>
            {id === undefined ? (
              <ButtonLink look="quiet" to="/ostoskori">
                {METHODS.toCart}
              </ButtonLink>
            ) : (
              <Button look="quiet" isBusy={action.isBusy} onClick={() => void action.act(forget)}>
                {METHODS.forget}
              </Button>
            )}
          </div>
        </div>
      </Card>
    </div>
  );
}
