/** The payment methods of the order's restaurant and type, of both lists (PY-17, PY-18, PY-20). */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { get, send } from "../../api/client";
import type { PaymentMethod } from "../../api/wire";
import { logFailure } from "../../lib/log";
import { useUser } from "../../session/useUser";
import { useShopper } from "../../shop/caller";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { useShop } from "../../shop/catalog/useCatalog";
import { useGiftCard } from "../../shop/checkout/giftCard";
import { canBeChosen, type MethodContext } from "../../shop/checkout/methods";

const EVERY_MS = 60_000;
/** What callers pay by (PY-01). */
const CASH = "cod";

export interface Methods {
  /** `null` while they are not known. */
  methods: readonly PaymentMethod[] | null;
  context: MethodContext;
  isFailed: boolean;
  retry(): void;
}

export function useMethods(): Methods {
  const { shopId, orderType, chosen, hasAlcohol } = useOrder(({ method, paymentMethod, items }) => ({
    shopId: method?.restaurantId ?? null,
    orderType: method?.orderType ?? null,
    chosen: paymentMethod,
    hasAlcohol: items.some(({ productCategoryId }) => productCategoryId === "alcohol"),
  }));
  const { isUsed } = useGiftCard();
  const { isStaff } = useShopper();
  const shopQuery = useShop(shopId);
  const shopExternalId = shopQuery.data?.shopExternalId ?? null;
  const query = useQuery({
    queryKey: ["payment-methods", shopId, orderType, isStaff],
    queryFn: async ({ signal }) => {
      const provider = send(
        get("/api/payments/methods", { query: { shopExternalId: shopExternalId ?? "" } }),
        { signal },
      );
      const extra = send(
        get("/api/commerce/v2/shoppingcart/payments", {
          query: { shopId: shopId ?? "", deliveryMethod: orderType ?? "pickup" },
        }),
        { signal },
      ).catch((error: unknown): PaymentMethod[] => {
        logFailure("reading the shop's own payment methods", error);
        return [];
      });
      return [...(await provider), ...(await extra)];
    },
    enabled: shopExternalId !== null && orderType !== null,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
  const context = useMemo(() => ({ hasAlcohol, hasGiftCard: isUsed }), [hasAlcohol, isUsed]);
  const { data } = query;
  usePreferred(data, context);
  const isLost = data !== undefined && chosen !== null && !canBeChosen(chosen, data, context);
  // Whoever calls pays in cash where nothing else was chosen (CC-06).
  const isInCash = isStaff && data !== undefined && chosen === null && canBeChosen(CASH, data, context);
  useEffect(() => {
    if (isInCash) void dispatch({ type: "setPaymentMethod", method: CASH, option: null }, true);
  }, [isInCash]);
  useEffect(() => {
    if (isLost) void dispatch({ type: "setPaymentMethod", method: null, option: null });
  }, [isLost]);
  const retry = () => void (shopExternalId === null ? shopQuery : query).refetch();
  return { methods: data ?? null, context, isFailed: query.isError || shopQuery.isError, retry };
}

/** Pays at the bank's own page, which asks for a bank each time: it is never chosen for anybody (PY-10). */
const BANK = "ebanking_FI";

/** Chooses the preferred method of who is signed in, once, where none is chosen yet (PY-10). */
function usePreferred(methods: readonly PaymentMethod[] | undefined, context: MethodContext) {
  const preferred = useUser()?.preferredPaymentMethod ?? null;
  const isChosen = useOrder(({ paymentMethod }) => paymentMethod !== null);
  const isDone = useRef(false);
  useEffect(() => {
    if (methods === undefined || preferred === null || isDone.current) return;
    isDone.current = true;
    const { id, option } = preferred;
    if (isChosen || id === BANK || !canBeChosen(id, methods, context)) return;
    void dispatch({ type: "setPaymentMethod", method: id, option }).catch(() => undefined);
  }, [methods, preferred, context, isChosen]);
}
