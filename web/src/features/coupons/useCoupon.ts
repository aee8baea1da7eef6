import { useEffect, useRef, useState } from "react";
import type { Coupon } from "../../api/loyalty";
import type { PricedCart } from "../../api/wire";
import { useWhenSetUp } from "../../products/editor/useWhenSetUp";
import { forgetFallenCode } from "../../shop/cart/fallenCodes";
import { isSameCode } from "../../shop/cart/items";
import type { NewItem, Order, OrderItem } from "../../shop/cart/order";
import { currentOrder, dispatch, useOrder } from "../../shop/cart/useCart";
import { currentProblems, dismiss } from "../../shop/errors/problems";
import { COUPON } from "./texts";

/** So long a card says that its coupon was added before it offers to take it away (CP-08). */
export const ADDED_MS = 2_000;

/** Where a card is: not used, on its way, added just now, held, or refused. */
export type CouponStep = "unused" | "busy" | "added" | "held" | "refused";

/** A coupon in somebody's hand. */
export interface CouponHandle {
  step: CouponStep;
  /** Why it was refused; `null` where it was not. */
  fault: string | null;
  /** Whether it may be pressed once more for what failed. */
  isRetriable: boolean;
  /** What the cart still lacks for it, in the server's words, where it is held and takes nothing off yet. */
  lack: string | null;
  /** Whether it was taken away just now. */
  wasRemoved: boolean;
  use(): void;
  remove(): void;
  dismiss(): void;
}

/** The menu in which a coupon's product is found. */
export interface MenuState {
  at: "coming" | "there" | "failed";
  askAgain(): void;
}

/** Puts a coupon with its product into the order, and takes the coupon away again (CP-08, CP-15, CP-16). */
export function useCoupon({ code }: Coupon, item: NewItem | null, menu: MenuState): CouponHandle {
  const isHeld = useOrder((order) => holds(order, code));
  const lack = useOrder(({ priced }) => lackOf(priced?.notApplicableCampaigns ?? [], code));
  const whenSetUp = useWhenSetUp();
  const [isBusy, setBusy] = useState(false);
  const [addedAt, setAddedAt] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [wasRemoved, setRemoved] = useState(false);
  useEffect(() => {
    if (addedAt === null) return undefined;
    const timer = setTimeout(() => setAddedAt(null), ADDED_MS);
    return () => clearTimeout(timer);
  }, [addedAt]);

  async function add(wanted: NewItem) {
    setBusy(true);
    setFault(null);
    setRemoved(false);
    const refused = await addCoupon(code, wanted);
    setBusy(false);
    if (refused === null) setAddedAt(Date.now());
    else setFault(refused);
  }

  const put = () => item !== null && whenSetUp(() => void add(item));
  const { isAwaited, wait, giveUp } = useAwaited(menu.at, put);
  const hasNoMenu = isAwaited && menu.at === "failed";
  const step = (): CouponStep => {
    if (isBusy || (isAwaited && menu.at === "coming")) return "busy";
    if (fault !== null || hasNoMenu) return "refused";
    if (!isHeld) return "unused";
    return addedAt === null ? "held" : "added";
  };
  return {
    step: step(),
    fault: hasNoMenu ? COUPON.noMenu : fault,
    isRetriable: hasNoMenu,
    lack: isHeld ? lack : null,
    wasRemoved,
    use() {
      if (isBusy) return;
      if (item !== null) return void put();
      wait();
      if (menu.at === "failed") menu.askAgain();
    },
    remove() {
      setRemoved(true);
      void dispatch({ type: "removePromotionCode", code }).catch(() => undefined);
    },
    dismiss() {
      setFault(null);
      giveUp();
    },
  };
}

/** Whether a press waits for the menu; once that is there, it acts. */
function useAwaited(at: MenuState["at"], act: () => void) {
  const [isAwaited, setAwaited] = useState(false);
  if (isAwaited && at === "there") setAwaited(false);
  const isDue = useRef(false);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (at !== "there" || !isDue.current) return;
    isDue.current = false;
    latest.current();
  }, [at]);
  const want = (isWanted: boolean) => {
    isDue.current = isWanted && at !== "there";
    setAwaited(isDue.current);
  };
  return { isAwaited, wait: () => want(true), giveUp: () => want(false) };
}

function holds({ promotionCodes }: Pick<Order, "promotionCodes">, code: string): boolean {
  return promotionCodes.some((held) => isSameCode(held, code));
}

function lackOf(unused: PricedCart["notApplicableCampaigns"], code: string): string | null {
  const ofCode = unused.find(({ promotionCode }) => isSameCode(promotionCode ?? "", code));
  return ofCode?.message ?? null;
}

/** Adds the product with the coupon; where that is refused, both are taken out again, and why is answered. */
async function addCoupon(code: string, item: NewItem): Promise<string | null> {
  const before = currentOrder().items;
  await dispatch({ type: "addItemWithCode", item, code }).catch(() => undefined);
  const after = currentOrder();
  if (holds(after, code)) return null;
  const words = takeFault(code);
  const added = lineAdded(before, after.items, item);
  if (added !== null) {
    await dispatch({ type: "removeUnits", units: [{ uuid: added, quantity: 1 }] }).catch(() => undefined);
  }
  return words ?? COUPON.failed;
}

/** What the server says of a code, said on its card and nowhere else. */
function takeFault(code: string): string | null {
  forgetFallenCode(code);
  const ofCode = currentProblems().find(({ messageCode, metadata: { promotionCode } }) => {
    const isOfIt = typeof promotionCode === "string" && isSameCode(promotionCode, code);
    return isOfIt || messageCode === "promotion-code/too-many";
  });
  if (!ofCode) return null;
  dismiss(ofCode.messageCode);
  return ofCode.message;
}

/** The line to which one was added. */
function lineAdded(
  before: readonly OrderItem[],
  after: readonly OrderItem[],
  { productId, sizeId }: NewItem,
): string | null {
  const quantityOf = (uuid: string) => before.find((line) => line.uuid === uuid)?.quantity ?? 0;
  const added = after.find(
    (line) => line.productId === productId && line.sizeId === sizeId && line.quantity > quantityOf(line.uuid),
  );
  return added?.uuid ?? null;
}
