import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, post, send } from "../../api/client";
import { randomId } from "../../lib/randomId";
import { forgetSecrets, secretsAt } from "../../lib/secrets";
import { FORGOTTEN_PATH, SIGN_IN_PATH } from "../../session/signInPath";
import { become, NOBODY } from "../../session/userSession";
import { Button, ButtonLink } from "../../ui/Button";
import { PasswordField } from "../../ui/PasswordField";
import { usePageTitle } from "../../ui/usePageTitle";
import { identityQuery } from "../../session/identity";
import { Evening } from "./Evening";
import styles from "./SignIn.module.css";
import { Strength } from "./Strength";
import { REGISTER, RESET } from "./texts";
import { Trouble } from "../../ui/Trouble";
import { useSending } from "./useSending";
import { judgeChosen } from "./validation";

const PATH = "/vaihda-salasana";
/** As the server has it unless it says otherwise. */
const LEAST = 6;

/** Where resetting stands (LG-10). */
type Step = "INPUT_RESET_PASSWORD" | "TOKEN_EXPIRED";

/** `/vaihda-salasana`: a new password by the link of a mail (LG-09 to LG-12). */
export function Component() {
  const [{ token, step: first }] = useState(linkNow);
  const [step, setStep] = useState<Step>(first);
  const isOver = step === "TOKEN_EXPIRED";
  usePageTitle(isOver ? RESET.expiredTitle : RESET.title);
  if (!isOver && token !== null) {
    return (
      <Evening title={RESET.title} lead={RESET.lead}>
        <ResetForm token={token} onExpired={() => setStep("TOKEN_EXPIRED")} />
      </Evening>
    );
  }
  return (
    <Evening title={isOver ? RESET.expiredTitle : RESET.title} lead={isOver ? RESET.expired : RESET.missing}>
      <ButtonLink to={FORGOTTEN_PATH}>{RESET.order}</ButtonLink>
    </Evening>
  );
}

/** What the link said. Only the server's own time counts; what is past is said at once. */
function linkNow(): { token: string | null; step: Step } {
  const secrets = secretsAt(PATH);
  const until = Number(secrets.get("expiresAt") ?? Number.NaN);
  const step = Date.now() > until ? "TOKEN_EXPIRED" : "INPUT_RESET_PASSWORD";
  return { token: secrets.get("passwordResetToken"), step };
}

function ResetForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: identity } = useQuery(identityQuery);
  const least = identity?.passwordMin ?? LEAST;
  const [key] = useState(randomId);
  const [fields, setFields] = useState({ password: "", again: "" });
  const { password, again } = fields;
  const judged = judgeChosen(password, again, least);
  const faults = { newPassword: judged.password, again: judged.again };
  const form = useSending(faults, async () => {
    const body = { passwordResetToken: token, newPassword: password };
    try {
      await send(post("/api/users/changeUserPassword", { body }), { idempotencyKey: key });
    } catch (error) {
      if (error instanceof ApiError && error.code === "users/reset-expired") return onExpired();
      throw error;
    }
    forgetSecrets(PATH);
    // All sessions of the account have ended.
    become(cache, NOBODY);
    void navigate(`${SIGN_IN_PATH}?passwordUpdated=true`, { replace: true });
  });
  const change = (part: Partial<typeof fields>) => {
    form.mend();
    setFields({ ...fields, ...part });
  };
  return (
    <form className={styles["form"]} onSubmit={form.onSubmit} noValidate>
      <Trouble>{form.general?.text}</Trouble>
      <div>
        <PasswordField
          name="newPassword"
          label={RESET.chosen}
          hint={REGISTER.hint(least)}
          autoComplete="new-password"
          value={password}
          onChange={(text) => change({ password: text })}
          error={form.errorOf("newPassword")}
        />
        <Strength password={password} />
      </div>
      <PasswordField
        name="again"
        label={RESET.again}
        autoComplete="new-password"
        value={again}
        onChange={(text) => change({ again: text })}
        error={form.errorOf("again")}
      />
      <Button type="submit" isBusy={form.isBusy} aria-disabled={form.wait > 0}>
        {RESET.send}
      </Button>
    </form>
  );
}
