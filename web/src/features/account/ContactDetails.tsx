import { Mail } from "lucide-react";
import { useState } from "react";
import { patch } from "../../api/client";
import type { User } from "../../api/wire";
import { type Born, dateOf, NOT_BORN } from "../../lib/birthDate";
import { sendAsUser } from "../../session/asUser";
import { useUserActions } from "../../session/useUserActions";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { BirthDateFields, birthDateFault } from "../../ui/choice/BirthDateFields";
import { Modal } from "../../ui/modal/Modal";
import { ModalLink } from "../../ui/modal/ModalLink";
import { useModal } from "../../ui/modal/useModal";
import { Note } from "../../ui/Note";
import styles from "./Account.module.css";
import { ContactForm } from "./ContactForm";
import { ACCOUNT, DETAILS } from "./texts";
import { useAction } from "../../ui/useAction";

/** The fragments that open the dialogs. */
const EDIT = "muokkaa-tietoja";
const BIRTH_DATE = "syntymaaika";

/** Name, phone, e-mail and date of birth; edited in a dialog (AC-04, AC-18). */
export function ContactDetails({ user }: { user: User }) {
  const { close } = useModal(EDIT);
  return (
    <Card
      title={DETAILS.contact}
      aside={
        <ModalLink name={EDIT} className={styles["link"]}>
          {ACCOUNT.edit}
        </ModalLink>
      }
    >
      <dl className={styles["facts"]}>
        <div>
          <dt>{DETAILS.name}</dt>
          <dd>{`${user.firstName} ${user.lastName}`.trim()}</dd>
        </div>
        <div>
          <dt>{DETAILS.phone}</dt>
          <dd>{user.phone}</dd>
        </div>
        <div>
          <dt>{DETAILS.email}</dt>
          <dd>{user.email}</dd>
        </div>
        <div>
          <dt>{DETAILS.birthDate}</dt>
          <dd>
            {user.birthDateSet ? (
              user.birthDate.split("-").toReversed().join(".")
            ) : (
              <ModalLink name={BIRTH_DATE} className={styles["link"]}>
                {DETAILS.addBirthDate}
              </ModalLink>
            )}
          </dd>
        </div>
      </dl>
      {user.pendingEmail !== null && (
        <div className={styles["note"]} role="status">
          <Note tone="calm" icon={<Mail size={20} strokeWidth={1.75} aria-hidden="true" />}>
            {DETAILS.pending(user.pendingEmail)}
          </Note>
        </div>
      )}
      <Modal name={EDIT} title={DETAILS.editTitle} isSheet>
        <ContactForm user={user} onDone={close} />
      </Modal>
      <Modal name={BIRTH_DATE} title={DETAILS.addBirthDate} size="small">
        <BirthDateForm />
      </Modal>
    </Card>
  );
}

/** A date of birth is said once. */
function BirthDateForm() {
  const { update } = useUserActions();
  const { close } = useModal(BIRTH_DATE);
  const [born, setBorn] = useState<Born>(NOT_BORN);
  const [isTried, setTried] = useState(false);
  const action = useAction(DETAILS.other);
  const fault = birthDateFault(born, 0);
  const save = async () => {
    const birthDate = dateOf(born) ?? "";
    update(await sendAsUser(patch("/api/users/me", { body: { birthDate } })));
    close();
  };
  return (
    <form
      className={styles["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (fault === null) void action.act(save);
      }}
    >
      <p className="quiet">{DETAILS.birthDateOnce}</p>
      <BirthDateFields
        born={born}
        error={isTried ? (fault ?? action.trouble) : null}
        onChange={(next) => {
          action.mend();
          setBorn(next);
        }}
      />
      <Button type="submit" isBusy={action.isBusy}>
        {ACCOUNT.save}
      </Button>
    </form>
  );
}
