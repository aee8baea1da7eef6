import { CalendarX } from "lucide-react";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { Button, ButtonLink } from "../../ui/Button";
import { Note } from "../../ui/Note";
import { TextPage } from "../../ui/TextPage";
import { useNow } from "../../ui/useNow";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./Offers.module.css";
import { TWO_FOR_ONE } from "./texts";
import { orderTime, twoForOneAt } from "./twoForOneDays";

const CODE = "osta2maksa1";

/** `/osta2maksa1`: where the banner of two for one leads (MN-27). */
export function Component() {
  usePageTitle(TWO_FOR_ONE.title);
  const now = useNow(60_000);
  const time = useOrder(({ method }) => twoForOneAt(orderTime(method?.preorderTime ?? null, now)));
  const isUsed = useOrder(({ promotionCodes }) => promotionCodes.includes(CODE));
  const use = () => {
    // What the server has against it `shop/errors` tells.
    dispatch({ type: "addPromotionCode", code: CODE }).catch(() => {});
  };
  return (
    <TextPage title={TWO_FOR_ONE.title} lead={TWO_FOR_ONE.lead}>
      <div className={styles["parts"]}>
        <p role="status">{isUsed && TWO_FOR_ONE.used}</p>
        {isUsed && <ButtonLink to="/menu#pizzat">{TWO_FOR_ONE.choose}</ButtonLink>}
        {!isUsed && time === "now" && <Button onClick={use}>{TWO_FOR_ONE.use}</Button>}
        {!isUsed && time !== "now" && (
          <Note tone="stale" icon={<CalendarX size={20} strokeWidth={1.75} aria-hidden="true" />}>
            {TWO_FOR_ONE.notNow[time]}
          </Note>
        )}
        <h2>{TWO_FOR_ONE.termsTitle}</h2>
        <ul className={styles["terms"]}>
          {TWO_FOR_ONE.terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      </div>
    </TextPage>
  );
}
