import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import styles from "./TextField.module.css";
import { TextField, type TextFieldProps } from "./TextField";
import { PASSWORD } from "./personTexts";

/** A field for a password, which can be shown. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "inside">) {
  const [isShown, setShown] = useState(false);
  const Sign = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inside={
        <button
          type="button"
          className={styles["inside"]}
          aria-pressed={isShown}
          aria-label={PASSWORD.show}
          onClick={() => setShown(!isShown)}
        >
          <Sign size={22} strokeWidth={1.75} aria-hidden="true" />
        </button>
      }
    />
  );
}
