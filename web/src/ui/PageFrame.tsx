import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./PageFrame.module.css";
import { ThemeToggle } from "./ThemeToggle";
import { Wordmark } from "./Wordmark";

/** The minimal header and footer around a page (seed 3 §2). `aside` stands top right. */
export function PageFrame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles["frame"]}>
      <a className={styles["skip"]} href="#sisalto">
        Siirry sisältöön
      </a>
      <header className={styles["top"]}>
        <Link to="/" className={styles["logo"]} aria-label="Ovelle, etusivulle">
          <Wordmark />
        </Link>
        {aside}
      </header>
      <main id="sisalto" tabIndex={-1}>
        {children}
      </main>
      <footer className={styles["foot"]}>
        <p>Ovelle · Uunista ovelle</p>
        <ThemeToggle />
      </footer>
    </div>
  );
}
