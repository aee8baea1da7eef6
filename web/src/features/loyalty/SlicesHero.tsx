import type { LoyaltyMember } from "../../api/loyalty";
import { SlicesPlate } from "../../art/prizes/SlicesPlate";
import { plainDate } from "../../lib/helsinki";
import { BenefitTicket } from "../../products/benefits/BenefitTicket";
import { MARKS, pizzaIn, WHOLE } from "../../shop/loyalty/card";
import styles from "./Loyalty.module.css";
import { CARD } from "./texts";

/** The plate of nine with the sentence below it; a pizza that waits is whole, with its code (LO-10, LO-11). */
export function SlicesHero({ member }: { member: LoyaltyMember }) {
  const { slices, remaining, expiresAt, wheel } = member;
  const pizza = slices === 0 ? pizzaIn(member) : null;
  const isWhole = pizza !== null;
  const marks = wheel.reason === "age" ? [] : MARKS;
  return (
    <section className={styles["hero"]}>
      <SlicesPlate
        slices={isWhole ? WHOLE : slices}
        marks={isWhole ? [] : marks}
        label={isWhole ? CARD.whole : CARD.plate(slices, marks.length > 0)}
        className={styles["plate"]}
      />
      <div className={styles["words"]}>
        <h1>{CARD.title}</h1>
        <p className={styles["sentence"]}>{isWhole ? CARD.wholeTitle : CARD.remaining(remaining)}</p>
        {slices > 0 && expiresAt !== null && (
          <p className={styles["validity"]}>
            {CARD.valid(slices)} <b className="whole">{plainDate(Date.parse(expiresAt))}</b> {CARD.until}
          </p>
        )}
        {slices === 0 && !isWhole && <p className={styles["validity"]}>{CARD.none}</p>}
        {pizza !== null && (
          <div className={styles["pizza"]}>
            <BenefitTicket benefit={pizza} level={2} />
          </div>
        )}
      </div>
    </section>
  );
}
