import { Link } from "react-router";
import type { Benefit } from "../../api/loyalty";
import { BenefitTicket } from "../../products/benefits/BenefitTicket";
import { Tickets } from "../../ui/Ticket";
import styles from "./Loyalty.module.css";
import { CODES_PAGE } from "./pages";
import { CODES } from "./texts";

/** So many are shown; the rest is a press away. */
const SHOWN = 2;

/** A member's codes that are not used yet. */
export function CodesCard({ benefits }: { benefits: readonly Benefit[] }) {
  const unused = benefits.filter(({ used }) => !used);
  return (
    <section className={styles["codes"]} aria-labelledby="etukoodit">
      <div className={styles["head"]}>
        <h2 id="etukoodit">{CODES.title}</h2>
        <Link to={CODES_PAGE} className={styles["link"]}>
          {CODES.all}
        </Link>
      </div>
      {unused.length === 0 ? (
        <p className="quiet">{CODES.none}</p>
      ) : (
        <Tickets>
          {unused.slice(0, SHOWN).map((benefit) => (
            <li key={benefit.code}>
              <BenefitTicket benefit={benefit} />
            </li>
          ))}
        </Tickets>
      )}
    </section>
  );
}
