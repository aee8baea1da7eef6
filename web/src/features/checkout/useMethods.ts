/** The payment methods of the order's restaurant and type, of both lists (PY-17, PY-18, PY-20). */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { get, send } from "../../api/client";
import type { PaymentMethod } from "../../api/wire";
import { logFailure } from "../../lib/log";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { useShop } from "../../shop/catalog/useCatalog";
import { useGiftCard } from "../../shop/checkout/giftCard";
import { canBeChosen, type MethodContext } from "../../shop/checkout/methods";

const EVERY_MS = 60_000;

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
  const shopQuery = useShop(shopId);
  const shopExternalId = shopQuery.data?.shopExternalId ?? null;
  const query = useQuery({
    queryKey: ["payment-methods", shopId, orderType],
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
  const context = { hasAlcohol, hasGiftCard: isUsed };
  const { data } = query;
  const isLost = data !== undefined && chosen !== null && !canBeChosen(chosen, data, context);
  useEffect(() => {
    if (isLost) void dispatch({ type: "setPaymentMethod", method: null, option: null });
  }, [isLost]);
  const retry = () => void (shopExternalId === null ? shopQuery : query).refetch();
  return { methods: data ?? null, context, isFailed: query.isError || shopQuery.isError, retry };
}
