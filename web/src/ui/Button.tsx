import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { Busy } from "./Busy";
import styles from "./Button.module.css";

/** `action` is the one red button of a view; `quiet` and `line` stand beside it. */
export type ButtonLook = "action" | "quiet" | "line";

interface ButtonStyle {
  look?: ButtonLook;
  children: ReactNode;
}

/** A button that does something here. `isBusy` it waits as three dots at its own width, and hears no further press. */
export function Button({
  look = "action",
  isBusy = false,
  children,
  ...rest
}: ButtonStyle & { isBusy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  if (!isBusy) {
    return (
      <button type="button" {...rest} className={classOf(look)}>
        {children}
      </button>
    );
  }
  return (
    <button type="button" {...rest} className={classOf(look)} aria-disabled aria-busy onClick={stay}>
      <span className={styles["waiting"]}>{children}</span>
      <span className={styles["dots"]}>
        <Busy />
      </span>
    </button>
  );
}

/** A form is not sent twice either. */
function stay(event: MouseEvent): void {
  event.preventDefault();
}

/** A link that looks like a button: to a page of ours (`to`), or out of it (`href`, e.g. `tel:`). */
export function ButtonLink(props: ButtonStyle & ({ to: string } | { href: string }) & { label?: string }) {
  const { look = "action", children, label } = props;
  const name = label === undefined ? {} : { "aria-label": label };
  if ("to" in props) {
    return (
      <Link to={props.to} className={classOf(look)} {...name}>
        {children}
      </Link>
    );
  }
  return (
    <a href={props.href} className={classOf(look)} {...name}>
      {children}
    </a>
  );
}

function classOf(look: ButtonLook): string {
  return `${styles["button"]} ${styles[look]}`;
}
