import { CircleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, isOfFamily } from "../../api/client";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Note";
import { TextField } from "../../ui/TextField";
import { useSession } from "../../session/useSession";
import { SIGN_IN } from "./texts";
import styles from "./SignIn.module.css";
import { useWait } from "./useWait";
import { firstFault, focusOn, judgeSignIn } from "./validation";

/** How long to wait where the server does not say. */
const WAIT_SECONDS = 30;

/** E-mail and password; `onSignedIn` gets the password, for who must change it at once. */
export function SignInForm({ onSignedIn }: { onSignedIn: (password: string) => void }) {
  const { email, setEmail, password, setPassword, faults, trouble, sending, waitFor, send } =
    useSignIn(onSignedIn);
  return (
    <form className={styles["form"]} onSubmit={(event) => void send(event)} noValidate>
      <TextField
        name="email"
        label={SIGN_IN.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={setEmail}
        error={faults.email}
      />
      <TextField
        name="password"
        label={SIGN_IN.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={faults.password}
      />
      <div role="alert">
        {trouble !== null && (
          <Note tone="bad" icon={<CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
            {trouble}
          </Note>
        )}
      </div>
      <Button type="submit" aria-disabled={sending || waitFor > 0}>
        {sending ? SIGN_IN.sending : SIGN_IN.send}
      </Button>
    </form>
  );
}

/** What is being written, and what became of the tries. */
function useSignIn(onSignedIn: (password: string) => void) {
  const { signIn } = useSession();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [waitFor, wait] = useWait();
  const judged = judgeSignIn(email, password);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    const fault = firstFault(judged);
    if (fault) return focusOn(form, fault);
    if (sending || waitFor > 0) return;
    setSending(true);
    setRefusal(null);
    try {
      await signIn(email.trim(), password);
      onSignedIn(password);
    } catch (error) {
      refused(error);
      focusOn(form, "password");
    } finally {
      setSending(false);
    }
  }

  function refused(error: unknown) {
    if (error instanceof ApiError && error.isTooMany) wait(error.retryAfter ?? WAIT_SECONDS);
    else setRefusal(refusalOf(error));
  }

  const trouble = waitFor > 0 ? SIGN_IN.wait(waitFor) : refusal;
  const faults = tried ? judged : { email: null, password: null };
  return { email, setEmail, password, setPassword, faults, trouble, sending, waitFor, send };
}

/** The server's own words, where it has any for a person. */
function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return SIGN_IN.failed;
  if (error.code === "network/unreachable") return SIGN_IN.unreachable;
  return isOfFamily(error.code, "staff") ? error.message : SIGN_IN.failed;
}
