import { Check, Megaphone } from "lucide-react";
import { isSameCode } from "../../shop/cart/items";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { Banner } from "../../ui/Banner";
import styles from "./Campaign.module.css";
import { CAMPAIGN } from "./texts";

/** A word in capitals after a colon or the word for a code: so editors write one in a sentence. */
const CODE = /(?::|[Kk]oodi\p{L}*)\s+((?=\d*[A-Z])[A-Z\d]{4,})(?![\p{L}\d])/u;

/** The code that a campaign's sentence names, if it does. */
export function codeIn(text: string): string | null {
  return CODE.exec(text)?.[1] ?? null;
}

/** The campaign over the header; a code that it names is taken by one press. */
export function Campaign({ text }: { text: string }) {
  const code = codeIn(text);
  const isHeld = useOrder(
    ({ promotionCodes }) => code !== null && promotionCodes.some((held) => isSameCode(held, code)),
  );
  // What the server has against it `shop/errors` tells.
  const use = () => code !== null && void dispatch({ type: "addPromotionCode", code }).catch(() => undefined);
  const [before = "", after = ""] = code === null ? [text] : text.split(code);
  return (
    <Banner look="hetki" icon={<Megaphone size={20} strokeWidth={1.75} aria-hidden="true" />}>
      {before}
      {code !== null && !isHeld && (
        <button type="button" className={styles["use"]} aria-label={CAMPAIGN.takeCode(code)} onClick={use}>
          {code}
        </button>
      )}
      {/* There from the start, so that it is read out when it says something. */}
      {code !== null && (
        <span role="status" className={isHeld ? styles["held"] : undefined}>
          {isHeld && (
            <>
              {code}
              <Check size={18} strokeWidth={2} aria-hidden="true" />
              <span className="sr-only">{CAMPAIGN.held}</span>
            </>
          )}
        </span>
      )}
      {after}
    </Banner>
  );
}
