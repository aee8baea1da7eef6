import { useLocation } from "react-router";
import { answerConsent, useConsent } from "../../analytics/consent";
import { OurLink } from "../../content/OurLink";
import { CART_PATH } from "../../shop/checkout/paths";
import { Button } from "../../ui/Button";
import { useModal } from "../../ui/modal/useModal";
import styles from "./ConsentBar.module.css";
import { COOKIES_MODAL } from "./modalNames";
import { CONSENT } from "./laterTexts";

/** Pages of the staff: there nothing is counted, so nothing is asked. */
const OF_STAFF = ["/seuranta", "/tyo"];

/** Asks once for one's leave, of three answers of equal weight; the page goes on beside it (docs/spec/people.md, "Consent"). */
export function ConsentBar() {
  const given = useConsent();
  const { pathname } = useLocation();
  const { isOpen, open } = useModal(COOKIES_MODAL);
  const isOfStaff = OF_STAFF.some((page) => pathname === page || pathname.startsWith(`${page}/`));
  if (given !== null || isOfStaff || isOpen) return null;
  return (
    <section
      className={`${styles["bar"]} ${pathname === CART_PATH ? styles["left"] : ""}`}
      aria-label={CONSENT.label}
    >
      <p>
        {CONSENT.text} <OurLink url="/tietosuoja">{CONSENT.more}</OurLink>
      </p>
      <div className={styles["answers"]}>
        <Button look="quiet" onClick={() => answerConsent({ analytics: true, marketing: true })}>
          {CONSENT.all}
        </Button>
        <Button look="quiet" onClick={() => answerConsent({ analytics: false, marketing: false })}>
          {CONSENT.needed}
        </Button>
        <Button look="quiet" onClick={open}>
          {CONSENT.settings}
        </Button>
      </div>
    </section>
  );
}
