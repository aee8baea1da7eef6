import { Button } from "../../ui/Button";
import { Modal } from "../../ui/modal/Modal";
import { startOver } from "../startOver";
import styles from "./Footer.module.css";
import { COOKIES } from "./texts";

/** The dialog's name in the address. */
export const COOKIES_MODAL = "evasteet";

/** What this browser keeps, and the way to be rid of it (SH-12). */
export function CookieSettings() {
  return (
    <Modal name={COOKIES_MODAL} title={COOKIES.title}>
      <div className={styles["kept"]}>
        <p>{COOKIES.kept}</p>
        <p>{COOKIES.others}</p>
        <p className="quiet small">{COOKIES.forgetMore}</p>
        <Button look="quiet" onClick={startOver}>
          {COOKIES.forget}
        </Button>
      </div>
    </Modal>
  );
}
