import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./PageFrame.module.css";
import { FRAME } from "./texts";
import { ThemeToggle } from "./ThemeToggle";
import { Wordmark } from "./Wordmark";

interface PageFrameProps {
  /** Bars over and under the header. */
  above?: ReactNode;
  /** What stands top right. */
  aside?: ReactNode;
  /** What the page is worked with, beside the logo. */
  tools?: ReactNode;
  /** Uses the width of a desk's screen. */
  wide?: boolean;
  children: ReactNode;
}

/** The minimal header and footer around a page (SH-13). */
export function PageFrame({ above, aside, tools, wide = false, children }: PageFrameProps) {
  return (
    <>
      <a className={styles["skip"]} href="#sisalto">
        {FRAME.skip}
      </a>
      {above}
      <div className={`${styles["frame"]} ${wide ? styles["wide"] : ""}`}>
        <header className={styles["top"]}>
          <Link to="/" className={styles["logo"]} aria-label={FRAME.home}>
            <Wordmark />
          </Link>
          {tools}
          {aside}
        </header>
        <main id="sisalto" tabIndex={-1}>
          {children}
        </main>
        <footer className={styles["foot"]}>
          <p>{FRAME.foot}</p>
          <ThemeToggle />
        </footer>
      </div>
    </>
  );
}
