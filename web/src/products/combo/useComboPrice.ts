import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { post, send } from "../../api/client";
import type { ComboView } from "../../api/wire";
import type { NewItem } from "../../shop/cart/order";
import { useOrder } from "../../shop/cart/useCart";

/** What the chosen items of a combo cost together. */
export interface ComboPrice {
  /** In euros; before the server has answered, what the combo costs without extras. */
  price: number;
  isPending: boolean;
}

/** Asks the server what a combo costs as it is chosen; without a restaurant it costs what it says (CM-20). */
export function useComboPrice(combo: ComboView, items: readonly NewItem[]): ComboPrice {
  const method = useOrder((order) => order.method);
  const isWhole = items.length === combo.comboCampaignOptions.length;
  const orderItems = items.map(({ productId, sizeId, ingredients }, index) => ({
    uuid: String(index),
    productId,
    sizeId,
    quantity: 1,
    ingredients: ingredients?.map(({ ingredientId, quantity }) => ({ ingredientId, quantity })) ?? null,
  }));
  const body =
    method !== null && isWhole
      ? {
          shopId: method.restaurantId,
          orderType: method.orderType,
          preOrderTime: method.preorderTime,
          campaignSlug: combo.campaignSlug,
          orderItems,
        }
      : null;
  const { data, isPlaceholderData, isFetching } = useQuery({
    queryKey: ["shop", "combo-price", body],
    queryFn:
      body === null
        ? skipToken
        : ({ signal }) => send(post("/api/pricing/pricing/combo", { body }), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return {
    price: data?.lineItemsTotal ?? combo.comboPrice,
    isPending: isPlaceholderData || (isFetching && data === undefined),
  };
}
