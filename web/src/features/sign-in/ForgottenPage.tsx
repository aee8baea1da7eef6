import { useState } from "react";
import { Link } from "react-router";
import { post, send } from "../../api/client";
import { SIGN_IN_PATH } from "../../session/signInPath";
import { copied } from "../../shop/cart/words";
import { judgeEmail } from "../../shop/checkout/personRules";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/TextField";
import { usePageTitle } from "../../ui/usePageTitle";
import { Evening } from "./Evening";
import styles from "./SignIn.module.css";
import { FORGOTTEN } from "./texts";
import { Done, Trouble } from "../../ui/Trouble";
import { useSending } from "./useSending";

/** Where asking for a link stands (LG-08). */
type Step = "INPUT_FORGET_PASSWORD" | "FORGET_PASSWORD_SENT";

/** `/unohditko-salasanasi`: asks for a link to a new password (LG-07, LG-29). */
export function Component() {
  const [step, setStep] = useState<Step>("INPUT_FORGET_PASSWORD");
  const [email, setEmail] = useState("");
  const isSent = step === "FORGET_PASSWORD_SENT";
  const title = isSent ? FORGOTTEN.sentTitle : FORGOTTEN.title;
  usePageTitle(title);
  const form = useSending({ email: judgeEmail(email) }, async () => {
    await send(post("/api/users/sendForgotPasswordEmail", { body: { email: copied(email).trim() } }));
    setStep("FORGET_PASSWORD_SENT");
  });
  return (
    <Evening title={title} lead={isSent ? undefined : FORGOTTEN.lead}>
      {isSent ? (
        <>
          <Done>{FORGOTTEN.sent(copied(email).trim())}</Done>
          <Button look="quiet" onClick={() => setStep("INPUT_FORGET_PASSWORD")}>
            {FORGOTTEN.again}
          </Button>
        </>
      ) : (
        <form className={styles["form"]} onSubmit={form.onSubmit} noValidate>
          <Trouble>{form.general?.text}</Trouble>
          <TextField
            name="email"
            label={FORGOTTEN.email}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(text) => {
              form.mend();
              setEmail(text);
            }}
            error={form.errorOf("email")}
          />
          <Button type="submit" isBusy={form.isBusy} aria-disabled={form.wait > 0}>
            {FORGOTTEN.send}
          </Button>
        </form>
      )}
      <p>
        <Link to={SIGN_IN_PATH} className={styles["link"]}>
          {FORGOTTEN.back}
        </Link>
      </p>
    </Evening>
  );
}
