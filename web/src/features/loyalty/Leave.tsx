import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { post } from "../../api/client";
import { randomId } from "../../lib/randomId";
import { sendAsUser } from "../../session/asUser";
import { LOYALTY_PATH } from "../../session/signInPath";
import { useUserActions } from "../../session/useUserActions";
import { keepMember } from "../../session/wasMember";
import { benefitsQuery, memberQuery } from "../../shop/loyalty/loyalty";
import { Button } from "../../ui/Button";
import { Modal } from "../../ui/modal/Modal";
import { ModalLink } from "../../ui/modal/ModalLink";
import { useModal } from "../../ui/modal/useModal";
import { Trouble } from "../../ui/Trouble";
import { useAction } from "../../ui/useAction";
import styles from "./Loyalty.module.css";
import { LEAVE } from "./texts";

const LEAVE_MODAL = "eroa";

/** The way out of the programme. */
export function LeaveLink() {
  return (
    <p>
      <ModalLink name={LEAVE_MODAL} className={styles["leave"]}>
        {LEAVE.open}
      </ModalLink>
    </p>
  );
}

/** Says what goes with it, and asks. */
export function LeaveDialog() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { close } = useModal(LEAVE_MODAL);
  const { reread } = useUserActions();
  const action = useAction(LEAVE.failed);
  // The same wish is the same call, also where its answer was lost.
  const key = useRef(randomId());
  const leave = async () => {
    await sendAsUser(post("/api/loyalty/unregister"), { idempotencyKey: key.current });
    keepMember(false);
    await reread();
    for (const { queryKey } of [memberQuery, benefitsQuery]) cache.removeQueries({ queryKey });
    void navigate(LOYALTY_PATH, { replace: true });
  };
  return (
    <Modal
      name={LEAVE_MODAL}
      title={LEAVE.title}
      size="small"
      footer={
        <>
          <Button look="quiet" onClick={close}>
            {LEAVE.no}
          </Button>
          <Button isBusy={action.isBusy} onClick={() => void action.act(leave)}>
            {LEAVE.yes}
          </Button>
        </>
      }
    >
      <div className={styles["texts"]}>
        <p>{LEAVE.text}</p>
        <p className="quiet">{LEAVE.again}</p>
        <Trouble>{action.trouble}</Trouble>
      </div>
    </Modal>
  );
}
