import { useState } from "react";
import { post, send } from "../../api/client";
import type { NewTotp } from "../../api/wire";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/TextField";
import { QrCode } from "./QrCode";
import styles from "./SecondFactor.module.css";
import { SECOND_FACTOR } from "./texts";
import { Refused, useSend } from "./useSend";

interface ConfirmSecretProps {
  made: NewTotp;
  /** Gets the recovery codes, which the server says this once. */
  onConfirmed: (codes: readonly string[]) => void;
}

/** The secret, as a picture and in letters, and the first code of the app that has read it. */
export function ConfirmSecret({ made, onConfirmed }: ConfirmSecretProps) {
  const [code, setCode] = useState("");
  const form = useSend({ code }, async () => {
    const call = post("/api/users/staff/totp/confirm", { body: { code: code.trim() } });
    onConfirmed((await send(call)).recoveryCodes);
  });
  return (
    <form className={styles["form"]} onSubmit={form.onSubmit} noValidate>
      <Refused form={form} />
      <div className={styles["secret"]}>
        <QrCode rows={made.qrCode} label={SECOND_FACTOR.picture} />
        <div>
          <p>{SECOND_FACTOR.byHand}</p>
          <p className={styles["letters"]} translate="no">
            {inGroups(made.secret)}
          </p>
          <a className={styles["link"]} href={made.uri}>
            {SECOND_FACTOR.open}
          </a>
        </div>
      </div>
      <TextField
        name="code"
        label={SECOND_FACTOR.code}
        hint={SECOND_FACTOR.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        error={form.errorOf("code")}
      />
      <Button type="submit" isBusy={form.isBusy}>
        {SECOND_FACTOR.confirm}
      </Button>
    </form>
  );
}

/** Letters that are typed off a screen, four by four. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
