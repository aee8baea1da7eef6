import { ApiError, post } from "../../api/client";
import { useState } from "react";
import type { User } from "../../api/wire";
import { saveFile } from "../../lib/saveFile";
import { sendAsUserForText } from "../../session/asUser";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Modal } from "../../ui/modal/Modal";
import { ModalLink } from "../../ui/modal/ModalLink";
import { PasswordField } from "../../ui/PasswordField";
import { Trouble } from "../../ui/Trouble";
import { focusField } from "../../ui/focusField";
import styles from "./Account.module.css";
import { ERASE_MODAL, EraseForm } from "./EraseForm";
import { DETAILS, ERASE, YOUR_DATA } from "./texts";
import { useAction } from "../../ui/useAction";

/** The fragment that opens the dialog. */
const EXPORT = "lataa-tiedot";

/** All that is kept of somebody, as a file, and the end of their account. */
export function YourData({ user }: { user: User }) {
  return (
    <Card title={YOUR_DATA.title}>
      <p className={styles["text"]}>{user.hasPassword ? YOUR_DATA.text : YOUR_DATA.textWithout}</p>
      <div className={styles["links"]}>
        <ModalLink name={EXPORT} className={styles["link"]}>
          {YOUR_DATA.download}
        </ModalLink>
        <ModalLink name={ERASE_MODAL} className={styles["link"]}>
          {ERASE.open}
        </ModalLink>
      </div>
      <Modal name={EXPORT} title={YOUR_DATA.download} isSheet>
        <ExportForm user={user} />
      </Modal>
      <Modal name={ERASE_MODAL} title={ERASE.title} isSheet>
        <EraseForm user={user} />
      </Modal>
    </Card>
  );
}

/** In which forms the file comes. */
const FORMS = {
  html: { name: "ovelle-omat-tiedot.html", type: "text/html" },
  json: { name: "ovelle-omat-tiedot.json", type: "application/json" },
} as const;

function ExportForm({ user }: { user: User }) {
  const { password, write, fault, isDone, isBusy, trouble, ask } = useExport(user);
  return (
    <form
      className={styles["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask("html", event.currentTarget);
      }}
    >
      <p>{YOUR_DATA.downloadText}</p>
      {user.hasPassword && (
        <PasswordField
          name="currentPassword"
          label={DETAILS.currentPassword}
          autoComplete="current-password"
          value={password}
          onChange={write}
          error={fault}
        />
      )}
      <p role="status">{isDone && <b>{YOUR_DATA.done}</b>}</p>
      <Trouble>{trouble}</Trouble>
      <Button type="submit" isBusy={isBusy}>
        {YOUR_DATA.asPage}
      </Button>
      <Button look="quiet" onClick={({ currentTarget }) => ask("json", currentTarget.form)}>
        {YOUR_DATA.asFile}
      </Button>
    </form>
  );
}

/** What is being written, and what became of asking for the file. */
function useExport(user: User) {
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const [isDone, setDone] = useState(false);
  const action = useAction(YOUR_DATA.failed);
  const [isTooMany, setTooMany] = useState(false);
  const isMissing = user.hasPassword && password === "";
  const fetchFile = async (format: keyof typeof FORMS) => {
    const body = user.hasPassword ? { currentPassword: password } : {};
    try {
      const text = await sendAsUserForText(post("/api/users/me/export", { query: { format }, body }));
      saveFile(FORMS[format].name, FORMS[format].type, text);
      setDone(true);
    } catch (error) {
      setTooMany(error instanceof ApiError && error.isTooMany);
      throw error;
    }
  };
  const ask = (format: keyof typeof FORMS, form: HTMLFormElement | null) => {
    setTried(true);
    setDone(false);
    setTooMany(false);
    if (isMissing) focusField(form, "currentPassword");
    else void action.act(() => fetchFile(format));
  };
  const ofField = action.field === "currentPassword" ? action.trouble : null;
  const trouble = ofField === null ? action.trouble : null;
  return {
    password,
    write(text: string) {
      action.mend();
      setPassword(text);
    },
    fault: isTried && isMissing ? DETAILS.required : ofField,
    isDone,
    isBusy: action.isBusy,
    trouble: trouble !== null && isTooMany ? YOUR_DATA.tooMany : trouble,
    ask,
  };
}
