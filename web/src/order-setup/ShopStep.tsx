import { ChevronDown, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { DoorUnlit } from "../art/scenes/DoorUnlit";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import type { Draft, ListedShop } from "./draft";
import { DeliveryHint } from "./DeliveryHint";
import { ShopRow } from "./ShopRow";
import styles from "./ShopStep.module.css";
import { SETUP, SHOPS, TIME } from "./texts";
import type { Setup } from "./useSetup";

/** What a map beside the list shares with it. */
export interface Lights {
  litId: string | null;
  light: (restaurantId: string | null) => void;
}

/** Which restaurant (OS-09, OS-14, OS-61 to OS-66). */
export function ShopStep({ setup, lights }: { setup: Setup; lights: Lights }) {
  const id = useId();
  const { draft, list } = setup;
  const { shops } = list;
  const isSearch = draft.orderType !== "delivery";
  if (!isSearch && !draft.address) return <Wished setup={setup} />;
  return (
    <section className={styles["step"]} aria-labelledby={id} data-lack="restaurant">
      <div className={styles["head"]}>
        <h3 id={id}>{SETUP.restaurant}</h3>
        <span role="status">{isSearch && shops && shops.length > 0 && SHOPS.results(shops.length)}</span>
      </div>
      {!isSearch && <DeliveryHint about="freeDelivery" />}
      {shops ? <Found setup={setup} shops={shops} group={id} lights={lights} /> : <Waiting setup={setup} />}
    </section>
  );
}

/** Before there is an address: the restaurant that one came with is not forgotten. */
function Wished({ setup: { draft, chain } }: { setup: Setup }) {
  const wished = chain.shops?.find(({ restaurantId }) => restaurantId === draft.restaurantId);
  return wished ? <p className={styles["wished"]}>{SHOPS.ifDelivers(wished.displayName)}</p> : null;
}

function Waiting({ setup: { list } }: { setup: Setup }) {
  if (list.isFailed) return <Failed text={SHOPS.failed} retry={list.retry} />;
  return (
    <div className={styles["shapes"]} role="status">
      <span className="sr-only">{SETUP.loading}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

interface FoundProps {
  setup: Setup;
  shops: readonly ListedShop[];
  group: string;
  lights: Lights;
}

function Found({ setup, shops, group, lights }: FoundProps) {
  const { draft, act, shown, showMore, shop: chosen, timing } = setup;
  const isDelivery = draft.orderType === "delivery";
  if (shops.length === 0) return <NoneFound setup={setup} />;
  const rows = isDelivery ? shops : shops.slice(0, shown);
  return (
    <>
      {setup.isTooFar && <Note>{`${SHOPS.tooFar} ${SHOPS.theseDeliver}`}</Note>}
      {shops.every(({ isOpen }) => isOpen === false) && <NoneOpen draft={draft} />}
      <div role="radiogroup" aria-labelledby={group}>
        <ul className={styles["rows"]}>
          {rows.map((shop) => (
            <ShopRow
              key={shop.restaurantId}
              shop={shop}
              orderType={draft.orderType}
              time={draft.isPreorder ? timing.time : null}
              group={group}
              isChosen={shop.restaurantId === chosen?.restaurantId}
              isLit={shop.restaurantId === lights.litId}
              onChoose={() => act({ type: "chooseShop", restaurantId: shop.restaurantId })}
              onLight={(isLit) => lights.light(isLit ? shop.restaurantId : null)}
            />
          ))}
        </ul>
      </div>
      {rows.length < shops.length && (
        <button type="button" className={styles["more"]} onClick={showMore}>
          {SHOPS.more}
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </>
  );
}

/** All of them can be seen, and none can be chosen (OS-64). */
function NoneOpen({ draft }: { draft: Draft }) {
  if (draft.isPreorder) return <Note>{TIME.notAtTime}</Note>;
  return draft.orderType === "delivery" ? <Note>{SHOPS.noneDelivering}</Note> : null;
}

function NoneFound({ setup: { draft, act } }: { setup: Setup }) {
  const isDelivery = draft.orderType === "delivery";
  const goOn = () =>
    act(isDelivery ? { type: "chooseType", orderType: "pickup" } : { type: "search", text: "" });
  return (
    <div className={styles["none"]} role="status">
      <EmptyState
        drawing={<DoorUnlit />}
        text={isDelivery ? SHOPS.noneDelivers : SHOPS.noneFound}
        action={
          <Button look="quiet" onClick={goOn}>
            {isDelivery ? SHOPS.choosePickup : SHOPS.showAll}
          </Button>
        }
      />
    </div>
  );
}

/** What could not be fetched, and the way on. */
export function Failed({ text, retry }: { text: string; retry: () => void }) {
  return (
    <div className={styles["failed"]} role="alert">
      <p>{text}</p>
      <Button look="quiet" onClick={retry}>
        {SETUP.retry}
      </Button>
    </div>
  );
}

function Note({ children }: { children: string }) {
  return (
    <p className={styles["note"]} role="alert">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
