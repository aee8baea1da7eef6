import { Dialog, type DialogProps } from "./Dialog";
import { useModal } from "./useModal";

interface ModalProps extends Omit<DialogProps, "isOpen" | "onClose"> {
  /** Its fragment in the address, e.g. `aloita-tilaus`. */
  name: string;
  /** Hears that it was closed by the person's hand. */
  onClosed?: () => void;
}

/** A dialog that the address opens (SH-20); what it holds is made only while it is open. */
export function Modal({ name, onClosed, ...rest }: ModalProps) {
  const { isOpen, close } = useModal(name);
  return (
    <Dialog
      {...rest}
      isOpen={isOpen}
      onClose={() => {
        close();
        onClosed?.();
      }}
    />
  );
}
