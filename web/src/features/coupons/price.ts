/** What one of a coupon's product costs with it, by the server's own pricing. */
import { queryOptions, skipToken } from "@tanstack/react-query";
import { priceCart } from "../../shop/cart/calls";
import { isSameCode } from "../../shop/cart/items";
import type { NewItem } from "../../shop/cart/order";
import { CATALOG, type Place, placeQuery } from "../../shop/catalog/keys";

const LINE = "coupon";

/** In euros; `null` where the coupon takes nothing off. Where no restaurant is known nothing is asked. */
export function couponPriceQuery(place: Place, code: string, item: NewItem | null) {
  const { shopId, orderType } = place;
  const { preOrderTime } = placeQuery(place);
  return queryOptions({
    queryKey: [...CATALOG, "coupon-price", place, code, item?.productId ?? null, item?.sizeId ?? null],
    queryFn:
      shopId === null || item === null
        ? skipToken
        : async () => {
            const { productId, sizeId } = item;
            const line = { uuid: LINE, productId, sizeId, quantity: 1, ingredients: null };
            const body = {
              shopId,
              orderType: orderType ?? "pickup",
              promotionCodes: [code],
              orderItems: [line],
            };
            const priced = await priceCart(preOrderTime === undefined ? body : { ...body, preOrderTime });
            const isHeld = priced.promotionCodes.some((one) => isSameCode(one, code));
            const found = priced.orderItems.find(({ uuid }) => uuid === LINE);
            return isHeld && found && found.discountedPrice < found.price ? found.discountedPrice : null;
          },
    // A card without its price is a card all the same.
    retry: false,
  });
}
