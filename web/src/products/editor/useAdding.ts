/** Puts what is built into the cart, after a restaurant was chosen; its separate dips come after it (CA-57, PD-29). */
import { useCallback, useEffect, useState } from "react";
import { tellPageError } from "../../analytics/pageErrors";
import type { MenuListing } from "../../api/wire";
import type { NewItem, OrderItem } from "../../shop/cart/order";
import { dispatch } from "../../shop/cart/useCart";
import type { Phase } from "./button";
import type { SeparateDip } from "./configurator";
import { itemOfProduct, productIn } from "../itemOfProduct";
import { useWhenSetUp } from "./useWhenSetUp";

/** How long it is said that it was added (PD-29). */
const DONE_MS = 1_000;

/** What is to be done with what was built. */
export type EditorMode = { kind: "add"; addedFrom: string } | { kind: "edit"; item: OrderItem };

/** What goes into the cart. */
export interface Adding {
  item: NewItem;
  quantity: number;
  dips: readonly SeparateDip[];
}

interface AddingOptions {
  mode: EditorMode;
  menu: MenuListing | undefined;
  onDone: () => void;
}

/** Adds or saves; without a restaurant the set-up opens first. */
export function useAdding({ mode, menu, onDone }: AddingOptions) {
  const [phase, setPhase] = useState<Phase>("choosing");
  const whenSetUp = useWhenSetUp();

  const put = useCallback(
    async (adding: Adding) => {
      setPhase("sending");
      try {
        await putIntoCart(adding, mode, menu);
        setPhase("done");
      } catch (cause) {
        tellPageError("FRONTEND_ADD_TO_CART_ERROR", cause);
        // What went wrong the cart has told already; here it is said that nothing was added (PD-61).
        setPhase("failed");
      }
    },
    [mode, menu],
  );
  const add = useCallback((adding: Adding) => whenSetUp(() => void put(adding)), [put, whenSetUp]);
  useEffect(() => {
    if (phase !== "done") return undefined;
    const timer = setTimeout(onDone, DONE_MS);
    return () => clearTimeout(timer);
  }, [phase, onDone]);
  return { phase, add };
}

async function putIntoCart(
  { item, quantity, dips }: Adding,
  mode: EditorMode,
  menu: MenuListing | undefined,
) {
  if (mode.kind === "edit") await dispatch({ type: "replaceItem", uuid: mode.item.uuid, item, quantity });
  else await dispatch({ type: "addItem", item, quantity });
  for (const dip of dips) {
    const product = productIn(menu, dip.productId);
    if (product)
      await dispatch({ type: "addItem", item: itemOfProduct(product, "dip-upsell"), quantity: dip.quantity });
  }
}
