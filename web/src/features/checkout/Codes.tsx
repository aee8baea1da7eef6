import { TicketPercent, TicketX, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { draftsIn } from "../../lib/drafts";
import { type FallenCode, forgetFallenCode, useFallenCodes } from "../../shop/cart/fallenCodes";
import { isSameCode } from "../../shop/cart/items";
import type { Order } from "../../shop/cart/order";
import { currentOrder, dispatch, useOrder } from "../../shop/cart/useCart";
import { useCodeProblem } from "../../shop/errors/useCodeProblem";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/TextField";
import { useDraft, useKeptDraft } from "../../ui/useDraft";
import styles from "./Checkout.module.css";
import { CODES } from "./texts";

/** A code that is written and not added yet. */
const DRAFTS = draftsIn("ovelle.code", (value) => (typeof value === "string" ? value : null));

/** Codes: one field, and what the server says of each that is held (CA-06, CA-58, CA-59). */
export function Codes() {
  const [code, setCode] = useState(useKeptDraft(DRAFTS, "") ?? "");
  useDraft(DRAFTS, "", code === "" ? null : code);
  const { promotionCodes, items, unused } = useOrder((order) => ({
    promotionCodes: order.promotionCodes,
    items: order.items,
    unused: order.priced?.notApplicableCampaigns ?? NONE,
  }));
  const held = typedCodes({ promotionCodes, items });
  // Of what stands in the field the field says it.
  const fallen = useFallenCodes((state) => state.fallen).filter((one) => !isSameCode(one.code, code));
  const problem = useCodeProblem();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") return;
    setCode("");
    await dispatch({ type: "addPromotionCode", code }).catch(() => undefined);
    // One that was not taken can be mended, unless the next is being written already.
    const isTaken = currentOrder().promotionCodes.some((one) => isSameCode(one, code));
    if (!isTaken) setCode((written) => (written === "" ? code : written));
  };
  return (
    <>
      <form className={styles["code"]} onSubmit={(event) => void add(event)} noValidate>
        <TextField
          label={CODES.label}
          value={code}
          onChange={setCode}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={64}
          error={problem?.message ?? null}
        />
        <Button look="quiet" type="submit">
          {CODES.add}
        </Button>
      </form>
      {fallen.length > 0 && <FallenCodes fallen={fallen} />}
      {held.length > 0 && <HeldCodes held={held} unused={unused} />}
    </>
  );
}

const NONE: readonly never[] = [];

/** The codes that somebody gave: that of a combo came with it, stands there, and goes with it. */
function typedCodes({ promotionCodes, items }: Pick<Order, "promotionCodes" | "items">): string[] {
  const isOfCombo = (code: string) =>
    items.some(({ comboCampaignCode }) => comboCampaignCode !== null && isSameCode(comboCampaignCode, code));
  return promotionCodes.filter((code) => !isOfCombo(code));
}

/** Codes that were dropped, each with its reason. */
function FallenCodes({ fallen }: { fallen: readonly FallenCode[] }) {
  return (
    <ul className={styles["codes"]} aria-label={CODES.fallen}>
      {fallen.map(({ code: one, message }) => (
        <li key={one}>
          <TicketX size={20} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles["codeWords"]}>
            {CODES.gone(one)}
            <small>{message}</small>
          </span>
          <button
            type="button"
            className={styles["remove"]}
            aria-label={CODES.forget(one)}
            onClick={() => forgetFallenCode(one)}
          >
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface HeldCodesProps {
  held: readonly string[];
  /** What holds but takes nothing off. */
  unused: Readonly<NonNullable<Order["priced"]>["notApplicableCampaigns"]>;
}

function HeldCodes({ held, unused }: HeldCodesProps) {
  return (
    <ul className={styles["codes"]} aria-label={CODES.held}>
      {held.map((one) => (
        <li key={one}>
          <TicketPercent size={20} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles["codeWords"]}>
            {one}
            {unused
              .filter(({ promotionCode }) => promotionCode === one)
              .map(({ campaignId, message }) => (
                <small key={campaignId}>{message}</small>
              ))}
          </span>
          <button
            type="button"
            className={styles["remove"]}
            aria-label={CODES.remove(one)}
            onClick={() => void dispatch({ type: "removePromotionCode", code: one })}
          >
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
