import { useState } from "react";
import { ApiError, post, send } from "../../api/client";
import type { NewTotp } from "../../api/wire";
import { Button } from "../../ui/Button";
import { PasswordField } from "../../ui/PasswordField";
import { TextField } from "../../ui/TextField";
import styles from "./SecondFactor.module.css";
import { SECOND_FACTOR } from "./texts";
import { Refused, useSend } from "./useSend";

/** Asks for the password, and for a code where there is a second factor already; then the server makes a secret. */
export function AskSecret({ onMade }: { onMade: (made: NewTotp) => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isCodeAsked, setCodeAsked] = useState(false);
  // A code that is not asked for is none that is missing.
  const fields = { currentPassword: password, code: isCodeAsked ? code : "-" };
  const form = useSend(fields, async () => {
    const body = { currentPassword: password, ...(isCodeAsked && { code: code.trim() }) };
    try {
      onMade(await send(post("/api/users/staff/totp", { body })));
    } catch (error) {
      if (error instanceof ApiError && error.code === "staff/code-required") return setCodeAsked(true);
      throw error;
    }
  });
  return (
    <form className={styles["form"]} onSubmit={form.onSubmit} noValidate>
      <Refused form={form} />
      <PasswordField
        name="currentPassword"
        label={SECOND_FACTOR.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={form.errorOf("currentPassword")}
      />
      {isCodeAsked && (
        <TextField
          name="code"
          label={SECOND_FACTOR.presentCode}
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          error={form.errorOf("code")}
        />
      )}
      <Button type="submit" isBusy={form.isBusy}>
        {SECOND_FACTOR.begin}
      </Button>
    </form>
  );
}
