import { Link } from "react-router";
import type { LoyaltyMember } from "../../api/loyalty";
import { WheelIcon } from "../../art/prizes/signs";
import { nextSpinOf, spinsAt } from "../../shop/loyalty/card";
import { Button, ButtonLink } from "../../ui/Button";
import { useModal } from "../../ui/modal/useModal";
import { useNow } from "../../ui/useNow";
import styles from "./Loyalty.module.css";
import { BIRTH_DATE_PAGE, RULES_PAGE } from "./pages";
import { NEXT_SPIN, WHEEL, whyNot } from "./texts";
import { WHEEL_MODAL } from "./wheel/WheelSheet";

const LOOK_MS = 30_000;

/** The way to the wheel: how many spins wait, or why none can be used (WH-02 to WH-05). */
export function WheelCard({ member }: { member: LoyaltyMember }) {
  const spins = spinsAt(member, useNow(LOOK_MS));
  const { open } = useModal(WHEEL_MODAL);
  const { enabled, reason } = member.wheel;
  const next = WHEEL.next(NEXT_SPIN[nextSpinOf(member)]);
  const words = enabled
    ? `${WHEEL.waiting(spins)} ${next}`
    : reason === "noSpins"
      ? `${WHEEL.reasons.noSpins} ${next}`
      : whyNot(reason);
  return (
    <section className={`${styles["card"]} ${styles["wheel"]}`} aria-labelledby="pyora">
      <span className={`${styles["arch"]} ${enabled ? "" : styles["off"]}`}>
        <WheelIcon size={40} />
      </span>
      <div>
        <h2 id="pyora">{WHEEL.title}</h2>
        <p className="quiet">{words}</p>
      </div>
      <div className={styles["wheelAction"]}>
        {enabled && <Button onClick={open}>{WHEEL.open}</Button>}
        {reason === "birthDate" && <ButtonLink to={BIRTH_DATE_PAGE}>{WHEEL.birthDate}</ButtonLink>}
        {!enabled && reason !== "birthDate" && reason !== "age" && (
          <Button look="quiet" onClick={open}>
            {WHEEL.look}
          </Button>
        )}
        {/* Who is too young is not told more of it. */}
        {reason !== "age" && (
          <Link to={RULES_PAGE} className={styles["link"]}>
            {WHEEL.rules}
          </Link>
        )}
      </div>
    </section>
  );
}
