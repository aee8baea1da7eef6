import { X } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Banner.module.css";
import { MODAL } from "./texts";

interface BannerProps {
  /** `valo` tells, `tomaatti` warns, `hetki` reminds. */
  look: "valo" | "tomaatti" | "hetki";
  icon?: ReactNode;
  /** A smaller second line. */
  detail?: ReactNode;
  /** Read out at once, as errors are. */
  isAlert?: boolean;
  /** Stands among the page's content, not across the window. */
  isInset?: boolean;
  /** Takes it away; without it, it stays. */
  onClose?: () => void;
  closeLabel?: string;
  children: ReactNode;
}

/** A bar across the page: one sentence, and a way to be rid of it. */
export function Banner({
  look,
  icon,
  detail,
  isAlert = false,
  isInset = false,
  onClose,
  closeLabel = MODAL.close,
  children,
}: BannerProps) {
  return (
    <div
      className={`${styles["banner"]} ${styles[look]} ${isInset ? styles["inset"] : ""}`}
      {...(isAlert && { role: "alert" })}
    >
      <div className={styles["line"]}>
        {icon !== undefined && <span className={styles["icon"]}>{icon}</span>}
        <div className={styles["words"]}>
          <p>{children}</p>
          {detail !== undefined && <div className={styles["detail"]}>{detail}</div>}
        </div>
        {onClose && (
          <button type="button" className={styles["close"]} aria-label={closeLabel} onClick={onClose}>
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}
