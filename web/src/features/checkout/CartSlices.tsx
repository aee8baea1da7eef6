import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { tellPageError } from "../../analytics/pageErrors";
import { countCartSlices } from "../../api/loyalty";
import type { PricedLine } from "../../api/wire";
import { times } from "../../lib/money";
import { sendAsUser } from "../../session/asUser";
import { ACCOUNT } from "../../session/userSession";
import { useOrder } from "../../shop/cart/useCart";
import { SlicePlate } from "../../ui/SlicePlate";
import styles from "./Extras.module.css";
import { EXTRAS } from "./texts";

/** More slices than this are not drawn. */
const DRAWN = 4;

/** A row of what goes with the order: the slices that a member's order brings (CA-72, CA-73). */
export function CartSlices() {
  const lines = useOrder(({ priced, isPriced }) => ({ all: isPriced ? priced?.orderItems : undefined })).all;
  const orderItems = lines?.map(itemOf) ?? [];
  const { data } = useQuery({
    queryKey: [...ACCOUNT, "cart-slices", orderItems],
    queryFn:
      orderItems.length === 0
        ? skipToken
        : async ({ signal }) => {
            try {
              return await sendAsUser(countCartSlices({ orderItems }), { signal });
            } catch (error) {
              if (!signal.aborted) tellPageError("FRONTEND_CART_SLICES_ERROR", error);
              throw error;
            }
          },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  const slices = data?.slices ?? 0;
  if (slices === 0) return null;
  return (
    <li>
      <span className={styles["sign"]}>
        <SlicePlate slices={Math.min(slices, DRAWN)} size={48} />
      </span>
      <div className={styles["body"]}>
        <p className={styles["words"]}>{EXTRAS.slices(slices)}</p>
      </div>
    </li>
  );
}

/** More than the server looks at: the call is one that others know too (CA-72). */
function itemOf(line: PricedLine) {
  const { productId, sizeId, name, productCategoryId, itemPrice } = line;
  const { discount, discountedPrice, discountedProductQuantity, rewardsLoyaltySlices } = line;
  const ingredients = line.ingredients.map(({ ingredientId, quantity: doses }) => ({
    ingredientId,
    quantity: doses,
  }));
  return {
    productId,
    sizeId,
    quantity: paidUnits(line),
    name,
    productCategoryId,
    itemPrice,
    discount,
    discountedPrice,
    discountedProductQuantity,
    rewardsLoyaltySlices,
    ingredients,
  };
}

/** The units that cost something: a free one brings no slice, and the server takes none off a line that costs something. */
function paidUnits({ quantity, itemPrice, discount, discountedProductQuantity: free }: PricedLine): number {
  const isFree = free < quantity && discount === times(itemPrice, free);
  return isFree ? quantity - free : quantity;
}
