import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { track } from "../../analytics/track";
import { ApiError, post, send } from "../../api/client";
import type { UserSession } from "../../api/wire";
import { FORGOTTEN_PATH } from "../../session/signInPath";
import { sessionOf, useUserActions } from "../../session/useUserActions";
import { Button } from "../../ui/Button";
import { PasswordField } from "../../ui/PasswordField";
import { TextField } from "../../ui/TextField";
import { identityQuery } from "../../session/identity";
import { captchaToken } from "./captcha/captchaToken";
import styles from "./SignIn.module.css";
import { REFUSED, SIGN_IN } from "./texts";
import { Trouble } from "../../ui/Trouble";
import { useSending } from "./useSending";
import { judgeSignIn } from "./validation";

interface SignInFormProps {
  /** Hears who has signed in, and with which password: some must change it at once. */
  onSignedIn: (session: UserSession, password: string) => void;
}

/** E-mail and password, of customers and the staff. */
export function SignInForm({ onSignedIn }: SignInFormProps) {
  const { email, setEmail, password, setPassword, code, setCode, isCodeAsked, form } = useSignIn(onSignedIn);
  const forgotten = (
    <Link to={FORGOTTEN_PATH} className={styles["link"]}>
      {SIGN_IN.forgotten}
    </Link>
  );
  const isWrong = form.trouble?.code === "users/invalid-credentials";
  return (
    <form className={styles["form"]} onSubmit={form.onSubmit} noValidate>
      <Trouble>
        {form.wait > 0
          ? REFUSED.wait(form.wait)
          : form.general && (
              <>
                <b>{form.general.text}</b> {isWrong && forgotten}
              </>
            )}
      </Trouble>
      <TextField
        name="email"
        label={SIGN_IN.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={setEmail}
        error={form.errorOf("email")}
      />
      <PasswordField
        name="password"
        label={SIGN_IN.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={form.errorOf("password")}
        aside={!isWrong && forgotten}
      />
      {isCodeAsked && (
        <TextField
          name="code"
          label={SIGN_IN.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          onChange={setCode}
          error={form.errorOf("code")}
        />
      )}
      <Button type="submit" isBusy={form.isBusy} aria-disabled={form.wait > 0}>
        {SIGN_IN.send}
      </Button>
    </form>
  );
}

/** What is being written, and what became of the tries. */
function useSignIn(onSignedIn: SignInFormProps["onSignedIn"]) {
  const login = useLogin();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isCodeAsked, setCodeAsked] = useState(false);
  const faults = {
    ...judgeSignIn(email, password),
    code: isCodeAsked && code.trim() === "" ? REFUSED.required : null,
  };
  const form = useSending<keyof typeof faults>(
    faults,
    async () => {
      try {
        const body = { email: email.trim(), password, ...(isCodeAsked && { code: code.trim() }) };
        onSignedIn(await login(body), password);
      } catch (error) {
        const isAsked = error instanceof ApiError && error.code === "staff/code-required";
        setCodeAsked(isAsked || isCodeAsked);
        throw error;
      }
    },
    isCodeAsked ? "code" : "password",
  );
  const write = (set: (value: string) => void) => (value: string) => {
    form.mend();
    set(value);
  };
  return {
    email,
    setEmail: write(setEmail),
    password,
    setPassword: write(setPassword),
    code,
    setCode: write(setCode),
    isCodeAsked,
    form,
  };
}

/** Signs in; where the server wants a captcha first, it is solved unseen (docs/spec/people.md, "Captcha"). */
function useLogin() {
  const cache = useQueryClient();
  const { become } = useUserActions();
  return async (body: { email: string; password: string; code?: string }) => {
    const login = (token?: string) =>
      send(
        post("/api/users/login", {
          body: { ...body, ...(token !== undefined && { googleRecaptchaToken: token }) },
        }),
      );
    const answer = await login().catch(async (error: unknown) => {
      if (!(error instanceof ApiError && error.code === "captcha/required")) throw error;
      return login(await captchaToken(await cache.ensureQueryData(identityQuery), "login"));
    });
    const session = await sessionOf(answer);
    become(session);
    track({ event: "login", method: "password" });
    return session;
  };
}
