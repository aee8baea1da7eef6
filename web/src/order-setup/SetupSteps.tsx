import { lazy, Suspense } from "react";
import { arriving } from "../lib/arriving";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/choice/Checkbox";
import { OrderTypeSign } from "../ui/OrderTypeSign";
import { ORDER_TYPES } from "../ui/texts";
import { AddressStep } from "./AddressStep";
import { isSomeHouseOpen, typeToPreorder } from "./offered";
import { RememberHere } from "./RememberHere";
import { SearchStep } from "./SearchStep";
import { Segments } from "./Segments";
import styles from "./OrderSetup.module.css";
import { Failed } from "./ShopStep";
import { BOOK, SETUP, SHOPS } from "./texts";
import type { Setup } from "./useSetup";

/** Of the signed in alone. */
const SavedStep = lazy(() =>
  arriving(() => import("./addresses/SavedStep")).then((module) => ({ default: module.SavedStep })),
);

/** How: delivered, fetched or eaten there; only what is open now (OS-30). */
export function MethodStep({ setup, isLegendHeard }: { setup: Setup; isLegendHeard: boolean }) {
  const { draft, act, types } = setup;
  return (
    <Segments
      legend={SETUP.method}
      isLegendHeard={isLegendHeard}
      value={draft.orderType}
      options={types.map((value) => ({
        value,
        label: ORDER_TYPES[value],
        icon: <OrderTypeSign type={value} size={22} />,
      }))}
      onChoose={(orderType) => act({ type: "chooseType", orderType })}
    />
  );
}

/** Where to, or where from. */
export function PlaceStep({ setup, isBrief }: { setup: Setup; isBrief: boolean }) {
  const { draft, saved, act } = setup;
  if (draft.orderType !== "delivery") return <SearchStep draft={draft} act={act} />;
  if (saved !== null && saved.length > 0)
    return (
      <Suspense fallback={<div className={styles["savedShape"]} aria-busy="true" />}>
        <SavedStep {...{ draft, saved, act, isBrief }} />
      </Suspense>
    );
  return (
    <AddressStep
      draft={draft}
      act={act}
      isBrief={isBrief}
      // Who is in a hurry is asked at the checkout.
      below={saved === null ? !isBrief && <RememberHere /> : <Keep keeping={setup.keeping} />}
    />
  );
}

/** Whoever has a book that is empty may keep the address there. */
function Keep({ keeping: { isWished, wish } }: Pick<Setup, "keeping">) {
  return <Checkbox label={BOOK.keep} detail={BOOK.keepDetail} isChecked={isWished} onChange={wish} />;
}

/** In place of everything else: the chain is not known, or nobody takes orders any more (OS-31, OS-66). */
export function Blocked({ setup: { chain, act } }: { setup: Setup }) {
  const { shops } = chain;
  if (!shops) return <Failed text={SHOPS.allFailed} retry={chain.retry} />;
  return (
    <div className={styles["blocked"]}>
      {isSomeHouseOpen(shops) && <p>{SETUP.noneOpen}</p>}
      <Button onClick={() => act({ type: "preorderInstead", orderType: typeToPreorder(shops) })}>
        {SETUP.preorderInstead}
      </Button>
    </div>
  );
}

/** Whether {@link Blocked} stands in place of the steps. */
export function isBlocked({ chain, types }: Setup): boolean {
  return chain.isFailed || types.length === 0;
}
