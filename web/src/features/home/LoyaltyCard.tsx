import { useState } from "react";
import { loyaltyOf } from "../../api/loyalty";
import { SlicesPlate } from "../../art/prizes/SlicesPlate";
import { LOYALTY_PATH, MEMBER_PATH, SIGN_IN_PATH } from "../../session/signInPath";
import { useUser } from "../../session/useUser";
import { wasMember } from "../../session/wasMember";
import { useMembership } from "../../shop/caller";
import { ButtonLink } from "../../ui/Button";
import styles from "./LoyaltyCard.module.css";
import { LOYALTY } from "./loyaltyTexts";

/** So many slices lie on the plate of who is no member. */
const SHOWN = 3;

/** The loyalty programme on the front page: a member's slices, or an invitation (LO-12, LO-36). */
export function LoyaltyCard() {
  const membership = useMembership();
  const user = useUser();
  const [isBack] = useState(wasMember);
  if (membership === "staff") return null;
  const card = user ? loyaltyOf(user) : null;
  const isMember = membership === "member";
  const mayComeBack = membership === "guest" && isBack;
  return (
    <section className={styles["card"]} aria-labelledby="kotijoukot">
      <SlicesPlate
        slices={card?.slices ?? SHOWN}
        marks={[]}
        label={card && LOYALTY.plate(card.slices)}
        className={styles["plate"]}
      />
      <div className={styles["words"]}>
        <h2 id="kotijoukot">{isMember ? LOYALTY.mine : LOYALTY.title}</h2>
        <p>{card ? LOYALTY.remaining(card.remaining) : LOYALTY.invitation}</p>
        <ButtonLink look="line" to={isMember ? MEMBER_PATH : mayComeBack ? SIGN_IN_PATH : LOYALTY_PATH}>
          {isMember ? LOYALTY.look : mayComeBack ? LOYALTY.signIn : LOYALTY.more}
        </ButtonLink>
      </div>
    </section>
  );
}
