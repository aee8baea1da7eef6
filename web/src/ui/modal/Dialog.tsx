import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { MODAL } from "../texts";
import styles from "./Dialog.module.css";
import { useBackdropPress } from "./useBackdropPress";
import { type Presence, useLeaving } from "./useLeaving";

/** `small` 480, `medium` 560, `large` 1080 px wide. */
export type DialogSize = "small" | "medium" | "large";

export interface DialogProps {
  isOpen: boolean;
  /** Asked for with Esc, the backdrop or the button; who owns the dialog then says that it is no longer open. */
  onClose: () => void;
  title: string;
  size?: DialogSize;
  /** Fills a phone's screen, from below; else it is a card on every screen. */
  isSheet?: boolean;
  /** What stays in sight at the bottom. */
  footer?: ReactNode;
  /** The button's name; *Sulje* where nothing else is said. */
  closeLabel?: string;
  /** The children lay themselves out and scroll: no padding, no scrolling of ours. */
  isBare?: boolean;
  /** On the ground of the dusk. */
  isDusk?: boolean;
  children: ReactNode;
}

/** A modal dialog: its title gets the focus, which stays inside and returns; the page behind stands still (SH-21, SH-22). */
export function Dialog(props: DialogProps) {
  const presence = useLeaving(props.isOpen);
  return presence === "gone" ? null : <Shown {...props} presence={presence} />;
}

function Shown({
  onClose,
  title,
  size = "medium",
  isSheet = false,
  footer,
  closeLabel = MODAL.close,
  isBare = false,
  isDusk = false,
  children,
  presence,
}: DialogProps & { presence: Presence }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isGoing = useRef(false);
  useBackdropPress(dialog, onClose);
  useLayoutEffect(() => {
    const shown = dialog.current;
    isGoing.current = false;
    shown?.showModal();
    heading.current?.focus({ preventScroll: true });
    // Closed before it leaves the page: only then does the focus return.
    return () => {
      isGoing.current = true;
      shown?.close();
    };
  }, []);
  const looks = [
    styles["dialog"],
    styles[size],
    isSheet && styles["sheet"],
    isDusk && styles["dusk"],
    styles[presence],
  ];
  return (
    <dialog
      ref={dialog}
      className={looks.filter(Boolean).join(" ")}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // A browser may close it past `cancel`, when Esc is pressed again; one that goes with its page asks for nothing.
        if (!isGoing.current && !event.currentTarget.open) onClose();
      }}
    >
      <div className={styles["frame"]}>
        <div className={styles["head"]}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <CloseButton label={closeLabel} onPress={onClose} />
        </div>
        <div className={`${styles["body"]} ${isBare ? styles["bare"] : ""}`}>{children}</div>
        {footer !== undefined && <div className={styles["foot"]}>{footer}</div>}
      </div>
    </dialog>
  );
}

function CloseButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles["close"]} aria-label={label} onClick={onPress}>
      <X size={24} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
