import { Link } from "react-router";
import { Card } from "../../ui/Card";
import styles from "./Loyalty.module.css";
import { CONTACT_PAGE, COUPONS_PAGE, TERMS_PAGE } from "./pages";
import { HELP } from "./texts";

/** How slices come, and where one finds more (LO-13, LO-15). */
export function HelpCard({ hasWheel }: { hasWheel: boolean }) {
  return (
    <Card title={HELP.title}>
      <div className={styles["help"]}>
        <p>{HELP.slices}</p>
        {hasWheel && <p>{HELP.spins}</p>}
        <p>{HELP.valid}</p>
        <ul className={styles["links"]}>
          <li>
            <Link to={CONTACT_PAGE} className={styles["link"]}>
              {HELP.questions}
            </Link>
          </li>
          <li>
            <Link to={CONTACT_PAGE} className={styles["link"]}>
              {HELP.contact}
            </Link>
          </li>
          <li>
            <Link to={COUPONS_PAGE} className={styles["link"]}>
              {HELP.coupons}
            </Link>
          </li>
          <li>
            <Link to={TERMS_PAGE} className={styles["link"]}>
              {HELP.terms}
            </Link>
          </li>
        </ul>
      </div>
    </Card>
  );
}
