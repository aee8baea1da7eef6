import type { ReactNode } from "react";
import styles from "./TextPage.module.css";
import { Unbroken } from "./Unbroken";

interface TextPageProps {
  title: string;
  /** What the page is about, in a sentence. */
  lead?: string;
  /** What stands beside the column where there is room, else after it. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page to read: a title, and under it a column no wider than lines are read well. */
export function TextPage({ title, lead = "", aside, children }: TextPageProps) {
  return (
    <div className={styles["page"]}>
      <div className={styles["head"]}>
        <h1>{title}</h1>
        {lead !== "" && (
          <p>
            <Unbroken text={lead} />
          </p>
        )}
      </div>
      {aside === undefined ? (
        children
      ) : (
        <div className={styles["two"]}>
          <div className={styles["column"]}>{children}</div>
          <div className={styles["aside"]}>{aside}</div>
        </div>
      )}
    </div>
  );
}
