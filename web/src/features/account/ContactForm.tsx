import { type FormEvent, useState } from "react";
import { patch } from "../../api/client";
import type { User } from "../../api/wire";
import { sendAsUser } from "../../session/asUser";
import { useUserActions } from "../../session/useUserActions";
import { judgePerson, type Person, sentPerson } from "../../shop/checkout/personRules";
import { Button } from "../../ui/Button";
import { PasswordField } from "../../ui/PasswordField";
import { TextField } from "../../ui/TextField";
import { Trouble } from "../../ui/Trouble";
import { focusField } from "../../ui/focusField";
import styles from "./Account.module.css";
import { ACCOUNT, DETAILS } from "./texts";
import { useAction } from "../../ui/useAction";

type Field = keyof Person | "currentPassword";

/** The form for contact details; another e-mail waits until its owner has confirmed it (AC-08, AC-18). */
export function ContactForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { person, change, password, setPassword, isOther, isBusy, errorOf, general, submit } =
    useContactDraft(user, onDone);
  const line = (name: keyof Person, autoComplete: string, type = "text") => (
    <TextField
      name={name}
      label={DETAILS[name]}
      type={type}
      autoComplete={autoComplete}
      value={person[name]}
      onChange={(text) => change({ [name]: text })}
      error={errorOf(name)}
      {...(name === "email" && user.socialLoginLinked && { readOnly: true, hint: DETAILS.emailLocked })}
    />
  );
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      {line("firstName", "given-name")}
      {line("lastName", "family-name")}
      {line("phone", "tel", "tel")}
      {line("email", "email", "email")}
      {isOther &&
        (user.hasPassword ? (
          <PasswordField
            name="currentPassword"
            label={DETAILS.currentPassword}
            hint={DETAILS.whyPassword}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={errorOf("currentPassword")}
          />
        ) : (
          <p role="status">{DETAILS.noPassword}</p>
        ))}
      <Trouble>{general}</Trouble>
      <Button type="submit" isBusy={isBusy}>
        {ACCOUNT.save}
      </Button>
    </form>
  );
}

/** What is being written, and what became of sending it. */
function useContactDraft(user: User, onDone: () => void) {
  const { update } = useUserActions();
  const { firstName, lastName, phone, email } = user;
  const [person, setPerson] = useState<Person>({ firstName, lastName, phone, email });
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const action = useAction(ACCOUNT.notSaved);
  const isOther = sentPerson(person).email.toLowerCase() !== user.email.toLowerCase();
  const faults: Record<Field, string | null> = {
    ...judgePerson(person),
    currentPassword: isOther && password === "" ? DETAILS.required : null,
  };
  const isOfField = action.field !== null && action.field in faults;

  const save = async () => {
    const { email: wanted, ...others } = sentPerson(person);
    const body = { ...others, ...(isOther && { email: wanted, currentPassword: password }) };
    update(await sendAsUser(patch("/api/users/me", { body })));
    onDone();
  };
  return {
    person,
    change(part: Partial<Person>) {
      action.mend();
      setPerson({ ...person, ...part });
    },
    password,
    setPassword(text: string) {
      action.mend();
      setPassword(text);
    },
    isOther,
    isBusy: action.isBusy,
    errorOf: (field: Field) => (action.field === field ? action.trouble : isTried ? faults[field] : null),
    /** What is wrong with no field of these. */
    general: isOfField ? null : action.trouble,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const form = event.currentTarget;
      setTried(true);
      const fault = Object.entries(faults).find(([, text]) => text !== null)?.[0];
      if (fault === undefined) void action.act(save);
      else focusField(form, fault);
    },
  };
}
