import { useState } from "react";
import { Link } from "react-router";
import { FORGOTTEN_PATH } from "../../session/signInPath";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/modal/Dialog";
import { PasswordField } from "../../ui/PasswordField";
import styles from "./SignIn.module.css";
import { LINK, REFUSED, SIGN_IN } from "./texts";
import { Trouble } from "../../ui/Trouble";
import { useSending } from "./useSending";

interface LinkSheetProps {
  isOpen: boolean;
  onLink: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password of the account that an identity is to be linked to. */
export function LinkSheet({ isOpen, onLink, onClose }: LinkSheetProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={LINK.title} size="small" isSheet>
      <Ask onLink={onLink} />
    </Dialog>
  );
}

function Ask({ onLink }: Pick<LinkSheetProps, "onLink">) {
  const [password, setPassword] = useState("");
  const faults = { password: password === "" ? REFUSED.required : null };
  const form = useSending<keyof typeof faults>(faults, () => onLink(password), "password");
  const isWrong = form.trouble?.code === "users/invalid-credentials";
  return (
    <form className={styles["form"]} onSubmit={form.onSubmit} noValidate>
      <p>{LINK.text}</p>
      <Trouble>
        {form.wait > 0
          ? REFUSED.wait(form.wait)
          : form.general && (
              <>
                <b>{form.general.text}</b>{" "}
                {isWrong && (
                  <Link to={FORGOTTEN_PATH} className={styles["link"]}>
                    {SIGN_IN.forgotten}
                  </Link>
                )}
              </>
            )}
      </Trouble>
      <PasswordField
        name="password"
        label={SIGN_IN.password}
        autoComplete="current-password"
        value={password}
        onChange={(text) => {
          form.mend();
          setPassword(text);
        }}
        error={form.errorOf("password")}
      />
      <Button type="submit" isBusy={form.isBusy} aria-disabled={form.wait > 0}>
        {LINK.send}
      </Button>
    </form>
  );
}
