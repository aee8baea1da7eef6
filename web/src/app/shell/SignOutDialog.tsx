import { useState } from "react";
import { useNavigate } from "react-router";
import { useUserActions } from "../../session/useUserActions";
import { forgetAll } from "../../shop/orders/thisBrowser";
import { Button } from "../../ui/Button";
import { Modal } from "../../ui/modal/Modal";
import { useModal } from "../../ui/modal/useModal";
import { SIGN_OUT_MODAL } from "./modalNames";
import { LEAVING } from "./accountTexts";

/** Asks before one leaves: the order goes too (SH-14). */
export function SignOutDialog() {
  const navigate = useNavigate();
  const { close } = useModal(SIGN_OUT_MODAL);
  const { signOut } = useUserActions();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    // What says who somebody is goes at once, whatever the network does.
    forgetAll();
    await signOut();
    setBusy(false);
    void navigate("/", { replace: true });
  };
  return (
    <Modal
      name={SIGN_OUT_MODAL}
      title={LEAVING.title}
      size="small"
      footer={
        <>
          <Button look="quiet" onClick={close}>
            {LEAVING.no}
          </Button>
          <Button isBusy={isBusy} onClick={() => void leave()}>
            {LEAVING.yes}
          </Button>
        </>
      }
    >
      <p>{LEAVING.text}</p>
    </Modal>
  );
}
