import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { track } from "../../analytics/track";
import { type ApiError, post, send } from "../../api/client";
import type { Identity } from "../../api/wire";
import { randomId } from "../../lib/randomId";
import { FORGOTTEN_PATH } from "../../session/signInPath";
import { useUserActions } from "../../session/useUserActions";
import { whoOrdered } from "../../shop/orders/whoOrdered";
import { judgePerson, type Person, sentPerson } from "../../shop/checkout/personRules";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/choice/Checkbox";
import { PasswordField } from "../../ui/PasswordField";
import { TextField } from "../../ui/TextField";
import { identityQuery } from "../../session/identity";
import { captchaToken } from "./captcha/captchaToken";
import styles from "./SignIn.module.css";
import { Strength } from "./Strength";
import { REFUSED, REGISTER, SIGN_IN } from "./texts";
import { Trouble } from "../../ui/Trouble";
import { type Sending, useSending } from "./useSending";
import { judgeChosen } from "./validation";

/** As the server has it unless it says otherwise. */
const LEAST = 6;

interface Fields extends Person {
  password: string;
  again: string;
  hasAgreed: boolean;
  wantsOffers: boolean;
}

/** The form for an account (LG-24 to LG-27, LG-30); of an order, it asks for a password and for what did not fit of the rest. */
export function RegisterForm({ isOfOrder = false }: { isOfOrder?: boolean }) {
  const { fields, change, least, form, isAsked } = useRegistration(isOfOrder);
  const { password, again } = fields;
  const line = (name: keyof Person, autoComplete: string, type = "text") => (
    <TextField
      name={name}
      label={REGISTER[name]}
      type={type}
      autoComplete={autoComplete}
      value={fields[name]}
      onChange={(text) => change({ [name]: text })}
      error={form.errorOf(name)}
    />
  );
  return (
    <form className={styles["form"]} onSubmit={form.onSubmit} noValidate>
      <Refused form={form} />
      {isOfOrder && <p className="quiet">{REGISTER.ofOrder(fields.email)}</p>}
      {isAsked("firstName") && line("firstName", "given-name")}
      {isAsked("lastName") && line("lastName", "family-name")}
      {isAsked("phone") && line("phone", "tel", "tel")}
      {isAsked("email") && line("email", "email", "email")}
      <div>
        <PasswordField
          name="password"
          label={REGISTER.password}
          hint={REGISTER.hint(least)}
          autoComplete="new-password"
          value={password}
          onChange={(text) => change({ password: text })}
          error={form.errorOf("password")}
        />
        <Strength password={password} />
      </div>
      {!isOfOrder && (
        <PasswordField
          name="again"
          label={REGISTER.again}
          autoComplete="new-password"
          value={again}
          onChange={(text) => change({ again: text })}
          error={form.errorOf("again")}
        />
      )}
      <Agreements {...{ fields, change }} error={form.errorOf("acceptedTerms")} />
      <Button type="submit" isBusy={form.isBusy} aria-disabled={form.wait > 0}>
        {REGISTER.send}
      </Button>
    </form>
  );
}

/** What is being written, and what became of sending it. */
function useRegistration(isOfOrder: boolean) {
  const { data: identity, refetch } = useQuery(identityQuery);
  const least = identity?.passwordMin ?? LEAST;
  const [fields, setFields] = useState<Fields>(startOfAnOrder);
  const [unfit] = useState(() => judgePerson(fields));
  const register = useRegister();
  const faults = {
    ...judgePerson(fields),
    ...judgeChosen(fields.password, isOfOrder ? fields.password : fields.again, least),
    acceptedTerms: fields.hasAgreed ? null : REFUSED.required,
  };
  const form = useSending<keyof typeof faults>(faults, async () => {
    const known = identity ?? (await refetch({ throwOnError: true })).data;
    if (known) await register(fields, known);
  });
  const change = (part: Partial<Fields>) => {
    form.mend();
    setFields({ ...fields, ...part });
  };
  /** What the server found fault with is asked too. */
  const isAsked = (name: keyof Person) =>
    !isOfOrder || unfit[name] !== null || form.errorOf(name) !== null || form.trouble !== null;
  return { fields, change, least, form, isAsked };
}

function Refused({ form }: { form: Pick<Sending<string>, "general" | "trouble" | "wait"> }) {
  const isTaken = form.trouble?.code === "users/email-taken";
  return (
    <Trouble>
      {form.general && (
        <>
          <b>{form.wait > 0 ? REFUSED.wait(form.wait) : form.general.text}</b>{" "}
          {isTaken && (
            <Link to={FORGOTTEN_PATH} className={styles["link"]}>
              {SIGN_IN.forgotten}
            </Link>
          )}
        </>
      )}
    </Trouble>
  );
}

interface AgreementsProps {
  fields: Fields;
  change: (part: Partial<Fields>) => void;
  error: string | null;
}

/** One box for both texts, and one for offers. */
function Agreements({ fields: { hasAgreed, wantsOffers }, change, error }: AgreementsProps) {
  return (
    <div>
      <Checkbox
        label={REGISTER.agree}
        detail={<TermsLinks />}
        isChecked={hasAgreed}
        onChange={(is) => change({ hasAgreed: is })}
        error={error}
      />
      <Checkbox
        label={REGISTER.marketing}
        isChecked={wantsOffers}
        onChange={(is) => change({ wantsOffers: is })}
      />
    </div>
  );
}

function TermsLinks() {
  return (
    <span className={styles["links"]}>
      <a href="/ehdot/kayttoehdot" target="_blank" rel="noreferrer">
        {REGISTER.readShop}
      </a>
      <a href="/ehdot/kotijoukkojen-kayttoehdot" target="_blank" rel="noreferrer">
        {REGISTER.readLoyalty}
      </a>
      <a href="/tietosuoja" target="_blank" rel="noreferrer">
        {REGISTER.readPrivacy}
      </a>
    </span>
  );
}

/** What somebody has said already who has ordered as a guest. */
function startOfAnOrder(): Fields {
  const { name, phone, email } = whoOrdered();
  const [firstName = "", ...others] = name.trim().split(/\s+/);
  return {
    firstName,
    lastName: others.join(" "),
    phone,
    email,
    password: "",
    again: "",
    hasAgreed: false,
    wantsOffers: false,
  };
}

/** Registers; the same intent, sent again after a lost answer, is the same account. */
function useRegister() {
  const { become } = useUserActions();
  const intent = useRef({ text: "", key: "" });
  return async (fields: Fields, identity: Identity): Promise<void> => {
    const person = sentPerson(fields);
    const wish = {
      ...person,
      birthdate: "",
      username: person.email,
      logonId: person.email,
      password: fields.password,
      acceptedTerms: true,
      acceptedLoyaltyTerms: true,
      emailMarketingPermission: fields.wantsOffers,
      showLoyaltySignUpPage: true,
      termsVersion: identity.terms.shop.version,
      loyaltyTermsVersion: identity.terms.loyalty.version,
    };
    const text = JSON.stringify(wish);
    if (intent.current.text !== text) intent.current = { text, key: randomId() };
    const googleRecaptchaToken = await captchaToken(identity, "register");
    const call = post("/api/users/register", { body: { ...wish, googleRecaptchaToken } });
    const user = await send(call, { idempotencyKey: intent.current.key }).catch((error: ApiError) => {
      // Something was refused: what is mended is another intent.
      if (error.isRefusal) intent.current = { text: "", key: "" };
      throw error;
    });
    become({ user, roles: [] });
    track({ event: "sign_up", method: "password" });
  };
}
