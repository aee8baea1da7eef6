import { useState } from "react";
import { Button } from "../../ui/Button";
import { Modal } from "../../ui/modal/Modal";
import { useModal } from "../../ui/modal/useModal";
import { CLOSE } from "./texts";

/** Its fragment in the address (SH-20). */
export const CLOSE_MODAL = "product-close-modal";

/** Asks before a changed product is closed (PD-11, PD-22). */
export function CloseQuestion({ onClose }: { onClose: () => void }) {
  const { close } = useModal(CLOSE_MODAL);
  const [isAnswered, setAnswered] = useState(false);
  // The editor takes a moment to go; the question does not wait for it.
  if (isAnswered) return null;
  const leave = () => {
    setAnswered(true);
    onClose();
  };
  return (
    <Modal
      name={CLOSE_MODAL}
      title={CLOSE.title}
      size="small"
      footer={
        <>
          <Button onClick={close}>{CLOSE.stay}</Button>
          <Button look="quiet" onClick={leave}>
            {CLOSE.close}
          </Button>
        </>
      }
    >
      <p>{CLOSE.text}</p>
    </Modal>
  );
}
