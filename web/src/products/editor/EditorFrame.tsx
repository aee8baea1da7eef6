import { X } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./EditorFrame.module.css";
import { EDITOR } from "./texts";

interface EditorFrameProps {
  layout: "dialog" | "page";
  label: string;
  /** Whether it is on its way out. */
  isLeaving: boolean;
  onRequestClose: () => void;
  children: ReactNode;
}

/** Where the editor stands: in a dialog that fills a phone, or in a page. */
export function EditorFrame({ layout, label, isLeaving, onRequestClose, children }: EditorFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return undefined;
    element.showModal();
    element.querySelector<HTMLElement>("h1")?.focus();
    // Closing gives the focus back to where it was.
    return () => element.close();
  }, []);
  if (layout === "page") return <div className={styles["page"]}>{children}</div>;
  return (
    <dialog
      ref={dialog}
      className={`${styles["dialog"]} ${isLeaving ? styles["leaving"] : ""}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onRequestClose();
      }}
    >
      {children}
      <button type="button" className={styles["close"]} aria-label={EDITOR.close} onClick={onRequestClose}>
        <X size={24} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </dialog>
  );
}
