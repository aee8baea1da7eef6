import { Car, ShoppingBag, Utensils } from "lucide-react";
import type { OrderType } from "../api/wire";
import { Button } from "../ui/Button";
import { ORDER_TYPES } from "../ui/texts";
import { AddressStep } from "./AddressStep";
import { isSomeHouseOpen, typeToPreorder } from "./offered";
import { SearchStep } from "./SearchStep";
import { Segments } from "./Segments";
import styles from "./OrderSetup.module.css";
import { Failed } from "./ShopStep";
import { SETUP, SHOPS } from "./texts";
import type { Setup } from "./useSetup";

const ICONS: Record<OrderType, typeof Car> = { delivery: Car, pickup: ShoppingBag, eatin: Utensils };

/** How: delivered, fetched or eaten there; only what is open now (OS-30). */
export function MethodStep({ setup, isLegendHeard }: { setup: Setup; isLegendHeard: boolean }) {
  const { draft, act, types } = setup;
  return (
    <Segments
      legend={SETUP.method}
      isLegendHeard={isLegendHeard}
      value={draft.orderType}
      options={types.map((value) => {
        const Icon = ICONS[value];
        const icon = <Icon size={22} strokeWidth={1.75} aria-hidden="true" />;
        return { value, label: ORDER_TYPES[value], icon };
      })}
      onChoose={(orderType) => act({ type: "chooseType", orderType })}
    />
  );
}

/** Where to, or where from. */
export function PlaceStep({ setup: { draft, act }, isBrief }: { setup: Setup; isBrief: boolean }) {
  if (draft.orderType !== "delivery") return <SearchStep draft={draft} act={act} />;
  return <AddressStep draft={draft} act={act} isBrief={isBrief} />;
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
