import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Accordion.module.css";

interface AccordionProps {
  title: ReactNode;
  /** `line`: a row above a line; `filled`: a card of its own. */
  look?: "line" | "filled";
  /** Its fragment of the address, by which the browser finds it. */
  id?: string;
  lang?: string | undefined;
  /** Whether it is open at first, or, with `onToggle`, now. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A part that opens in place. What is closed is still found by the browser's search. */
export function Accordion({
  title,
  look = "line",
  id,
  lang,
  isOpen = false,
  onToggle,
  children,
}: AccordionProps) {
  return (
    <details
      className={styles[look]}
      open={isOpen}
      {...(id !== undefined && { id })}
      lang={lang}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className={styles["title"]}>
        <span>{title}</span>
        <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      <div className={styles["body"]}>{children}</div>
    </details>
  );
}
