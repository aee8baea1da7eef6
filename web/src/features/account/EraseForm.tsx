import { type FormEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { ApiError, post } from "../../api/client";
import type { User } from "../../api/wire";
import { randomId } from "../../lib/randomId";
import { sendAsUser } from "../../session/asUser";
import { useUserActions } from "../../session/useUserActions";
import { keepMember } from "../../session/wasMember";
import { dispatch } from "../../shop/cart/useCart";
import { forgetAllPlaced } from "../../shop/orders/placedOrders";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/choice/Checkbox";
import { useModal } from "../../ui/modal/useModal";
import { PasswordField } from "../../ui/PasswordField";
import { TextField } from "../../ui/TextField";
import { Trouble } from "../../ui/Trouble";
import { focusField } from "../../ui/focusField";
import styles from "./Account.module.css";
import { DETAILS, ERASE } from "./texts";
import { useAction } from "../../ui/useAction";

/** The fragment that opens the dialog. */
export const ERASE_MODAL = "poista-tili";
/** What somebody writes who means it. */
const CONFIRMED = "POISTA";

/** Ends an account: says what goes and what stays, and takes a word and the password for it. */
export function EraseForm({ user }: { user: User }) {
  const { close } = useModal(ERASE_MODAL);
  const draft = useEraseDraft(user);
  return (
    <form className={styles["form"]} noValidate onSubmit={draft.submit}>
      <p>
        <b>{ERASE.lead}</b>
      </p>
      <p>
        {ERASE.goneTitle} {ERASE.gone}
      </p>
      <p>
        {ERASE.keptTitle} {ERASE.kept}
      </p>
      <TextField
        name="confirm"
        label={ERASE.confirm}
        autoComplete="off"
        value={draft.word}
        onChange={draft.setWord}
        error={draft.wordFault}
      />
      {user.hasPassword && (
        <PasswordField
          name="currentPassword"
          label={DETAILS.currentPassword}
          autoComplete="current-password"
          value={draft.password}
          onChange={draft.setPassword}
          error={draft.passwordFault}
        />
      )}
      {draft.hasOpenOrders && (
        <Checkbox isChecked={draft.endUnpaid} onChange={draft.setEndUnpaid} label={ERASE.endUnpaid} />
      )}
      <Trouble>
        {draft.trouble !== null && (
          <>
            {draft.trouble}{" "}
            {draft.hasOpenOrders && (
              <Link to="/asiakastili/tilaushistoria" className={styles["inWords"]}>
                {ERASE.toOrders}
              </Link>
            )}
          </>
        )}
      </Trouble>
      <Button type="submit" isBusy={draft.isBusy}>
        {ERASE.open}
      </Button>
      <Button look="quiet" onClick={close}>
        {ERASE.no}
      </Button>
    </form>
  );
}

/** What is being written, and what became of sending it. */
function useEraseDraft(user: User) {
  const navigate = useNavigate();
  const { signOut } = useUserActions();
  const [word, setWord] = useState("");
  const [password, setPassword] = useState("");
  const [endUnpaid, setEndUnpaid] = useState(false);
  const [isTried, setTried] = useState(false);
  const [hasOpenOrders, setOpenOrders] = useState(false);
  // The same wish is the same call, also where its answer was lost.
  const key = useRef(randomId());
  const action = useAction(ERASE.failed);
  const isMeant = word.trim() === CONFIRMED;
  const isMissing = user.hasPassword && password === "";
  const ofPassword = action.field === "currentPassword" ? action.trouble : null;

  const erase = async () => {
    const body = { confirm: CONFIRMED, endUnpaid, ...(user.hasPassword && { currentPassword: password }) };
    try {
      await sendAsUser(post("/api/users/me/erase", { body }), { idempotencyKey: key.current });
    } catch (error) {
      if (error instanceof ApiError && error.code === "users/open-orders") setOpenOrders(true);
      throw error;
    }
    void dispatch({ type: "forget" }).catch(() => undefined);
    forgetAllPlaced();
    keepMember(false);
    await signOut();
    void navigate("/", { replace: true });
  };
  const mending = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      action.mend();
      set(value);
    };
  };
  return {
    word,
    password,
    endUnpaid,
    hasOpenOrders,
    setWord: mending(setWord),
    setPassword: mending(setPassword),
    setEndUnpaid: mending(setEndUnpaid),
    wordFault: isTried && !isMeant ? ERASE.confirmFault : null,
    passwordFault: isTried && isMissing ? DETAILS.required : ofPassword,
    trouble: ofPassword === null ? action.trouble : null,
    isBusy: action.isBusy,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      setTried(true);
      if (!isMeant) focusField(event.currentTarget, "confirm");
      else if (isMissing) focusField(event.currentTarget, "currentPassword");
      else void action.act(erase);
    },
  };
}
