import type { ReactNode } from "react";
import styles from "./Ticket.module.css";

interface TicketProps {
  /** Food on its plate; nothing to hear. */
  picture: ReactNode;
  title: string;
  /** The heading's level, by where it stands on its page. */
  level?: 2 | 3;
  /** A second line: its size, or how one uses it. */
  detail?: ReactNode;
  /** What it costs, or until when it is good. */
  fact?: ReactNode;
  /** It was used, or is not to be had: its picture and words are faint. */
  isOver?: boolean;
  /** What stands below the perforation: one state of it. */
  children: ReactNode;
}

/** A ticket to be torn off: what it is above its perforation, what to do with it below. */
export function Ticket({ picture, title, level = 3, detail, fact, isOver = false, children }: TicketProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className={`${styles["ticket"]} ${isOver ? styles["over"] : ""}`}>
      <div className={styles["plate"]} aria-hidden="true">
        {picture}
      </div>
      <div className={styles["words"]}>
        <Heading>{title}</Heading>
        {detail !== undefined && <p className={styles["detail"]}>{detail}</p>}
        {fact !== undefined && <p className={styles["fact"]}>{fact}</p>}
      </div>
      <div className={styles["foot"]}>{children}</div>
    </article>
  );
}

/** Tickets beside each other: four, two or one. */
export function Tickets({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles["tickets"]} {...(label !== undefined && { "aria-label": label })}>
      {children}
    </ul>
  );
}
