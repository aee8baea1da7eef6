/** What a product costs as it is built: the server's word, asked for 100 ms after the last change (PR-07). */
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { post, send } from "../../api/client";
import type { PricedCartItem } from "../../api/wire";
import { useOrder } from "../../shop/cart/useCart";
import { type Place, placeQuery } from "../../shop/catalog/keys";
import { useDebounced } from "../../ui/useDebounced";
import { type Build, dosesOf, type Model } from "./configurator";

/** How long a person may go on choosing before the server is asked. */
const PAUSE_MS = 100;
const STALE_MS = 60_000;

/** The last price the server named. */
export interface ItemPrice {
  /** `null` until it has named one, and where it has none (PD-25). */
  answer: PricedCartItem | null;
  /** Whether it is of what was chosen before. */
  isPending: boolean;
  hasFailed: boolean;
}

/** Prices one unit of what is built, as a restaurant sells it; without one there is no price yet. */
export function usePrice(model: Model, build: Build, place: Place): ItemPrice {
  const promotionCodes = useOrder((order) => [...order.promotionCodes]);
  const ingredients = dosesOf(model, build).toSorted((left, right) =>
    left.ingredientId < right.ingredientId ? -1 : 1,
  );
  const wanted = JSON.stringify(ingredients);
  const asked = useDebounced(wanted, PAUSE_MS);
  const { productId, sizeId } = model.product;
  const { shopId, orderType } = place;
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    queryKey: ["cart-item", place, promotionCodes, productId, sizeId, asked],
    queryFn:
      shopId === null
        ? skipToken
        : ({ signal }) => {
            const item = { productId, sizeId, ingredients: JSON.parse(asked) as typeof ingredients };
            const { preOrderTime } = placeQuery(place);
            const body = { shopId, orderType: orderType ?? "pickup", promotionCodes, item };
            const timed = preOrderTime === undefined ? body : { ...body, preOrderTime };
            return send(post("/api/pricing/pricing/cart-item", { body: timed }), { signal });
          },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    meta: { failure: "Unable to get product price" },
  });
  return {
    answer: data ?? null,
    isPending: wanted !== asked || isPlaceholderData || (isFetching && data === undefined),
    hasFailed: isError,
  };
}
