import { CircleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, type ErrorCode, isOfFamily, type Refusal } from "../../api/client";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Note";
import { TextField } from "../../ui/TextField";
import { useSession } from "../../session/useSession";
import { PASSWORD, REFUSED } from "./texts";
import styles from "./SignIn.module.css";
import { firstFault, focusOn, judgeChange } from "./validation";

/** Replaces a one-time password. `known` is that password where the person has just written it. */
export function PasswordForm({ known }: { known: string | null }) {
  const { written, setWritten, chosen, setChosen, again, setAgain, faults, refusal, sending, send } =
    usePasswordChange(known);
  const isOfChosen = refusal !== null && OF_CHOSEN.has(refusal.code);
  return (
    <form className={styles["form"]} onSubmit={(event) => void send(event)} noValidate>
      {known === null && (
        <TextField
          name="current"
          label={PASSWORD.current}
          type="password"
          autoComplete="current-password"
          value={written}
          onChange={setWritten}
          error={faults.current}
        />
      )}
      <TextField
        name="chosen"
        label={PASSWORD.chosen}
        hint={PASSWORD.hint}
        type="password"
        autoComplete="new-password"
        value={chosen}
        onChange={setChosen}
        error={isOfChosen ? (refusal?.message ?? null) : faults.chosen}
      />
      <TextField
        name="again"
        label={PASSWORD.again}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        error={faults.again}
      />
      <div role="alert">
        {refusal !== null && !isOfChosen && (
          <Note tone="bad" icon={<CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
            {refusalOf(refusal)}
          </Note>
        )}
      </div>
      <Button type="submit" aria-disabled={sending}>
        {sending ? PASSWORD.sending : PASSWORD.send}
      </Button>
    </form>
  );
}

/** What is being written, and what became of the tries. */
function usePasswordChange(known: string | null) {
  const { changePassword } = useSession();
  const [written, setWritten] = useState("");
  const [chosen, setChosen] = useState("");
  const [again, setAgain] = useState("");
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const current = known ?? written;
  const judged = judgeChange(current, chosen, again);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    const fault = firstFault(judged);
    if (fault) return focusOn(form, fault);
    if (sending) return;
    setSending(true);
    setRefusal(null);
    try {
      await changePassword(current, chosen);
    } catch (error) {
      setRefusal(error instanceof ApiError ? error : new ApiError(0, UNKNOWN));
      setSending(false);
      focusOn(form, "chosen");
    }
  }

  const write = (set: (value: string) => void) => (value: string) => {
    setRefusal(null);
    set(value);
  };
  return {
    written,
    setWritten: write(setWritten),
    chosen,
    setChosen: write(setChosen),
    again,
    setAgain: write(setAgain),
    faults: tried ? judged : { current: null, chosen: null, again: null },
    refusal,
    sending,
    send,
  };
}

/** What is wrong with the password that was chosen. */
const OF_CHOSEN: ReadonlySet<ErrorCode> = new Set([
  "password/too-short",
  "password/too-long",
  "password/too-common",
]);
const UNKNOWN: Refusal = { messageCode: "network/unknown", message: "", metadata: {} };

/** The server's own words, where it has any for a person. */
function refusalOf({ code, message, isTooMany }: ApiError): string {
  if (code === "network/unreachable") return REFUSED.unreachable;
  const isForPerson = isOfFamily(code, "password") || isOfFamily(code, "staff") || isTooMany;
  return isForPerson ? message : PASSWORD.failed;
}
