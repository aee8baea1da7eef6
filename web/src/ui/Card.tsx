import { useId, type ReactNode } from "react";
import styles from "./Card.module.css";

interface CardProps {
  title: string;
  /** What stands at the end of the title's line: a chip, an order number. */
  aside?: ReactNode;
  /** A small picture before the title. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A card with a title: a named region of the page. */
export function Card({ title, aside, icon, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles["card"]} aria-labelledby={id}>
      <div className={styles["head"]}>
        {icon}
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <span className={styles["aside"]}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}
