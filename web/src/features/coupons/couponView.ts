/** What a coupon's card shows: from the menu what it is of, from the editors what they say of it. Pure. */
import type { Coupon } from "../../api/loyalty";
import type { ComboView, MenuListing, MenuProduct } from "../../api/wire";
import { type Fields, listOf, textOf } from "../../content/fields";
import { itemOfProduct, productIn } from "../../products/itemOfProduct";
import { isSameCode } from "../../shop/cart/items";
import type { NewItem } from "../../shop/cart/order";
import { COUPON } from "./texts";

/** A coupon with what is known of it. */
export interface CouponView {
  coupon: Coupon;
  name: string;
  /** Its size, or what the editors say. */
  detail: string;
  /** The product whose picture it has; `null` where the menu has none. */
  product: MenuProduct | null;
  /** Whether the menu that is shown has no such product. */
  isMissing: boolean;
  /** What a press puts into the cart; `null` where there is no such thing. */
  item: NewItem | null;
  /** What a combo costs without extras, in euros. */
  comboPrice: number | null;
}

/** All coupons with what is known of them. */
export function couponViews(
  coupons: readonly Coupon[],
  menu: MenuListing | undefined,
  combos: readonly ComboView[] | undefined,
  content: Fields,
): CouponView[] {
  const told = listOf(content, "coupons");
  return coupons.map((coupon) => {
    const words = told.find((one) => isSameCode(textOf(one, "code"), coupon.code)) ?? {};
    const combo = combos?.find(({ campaignSlug }) => campaignSlug === coupon.comboSlug) ?? null;
    const face = combo?.comboCampaignOptions[0]?.defaultProductId ?? coupon.id;
    const product = face === null ? null : (productIn(menu, face) ?? null);
    const size = product?.productSizes.find(({ productSizeID }) => productSizeID === coupon.product_size);
    const [title, text] = [textOf(words, "title"), textOf(words, "text")];
    const isOfProduct = coupon.usable && !coupon.isCombo;
    return {
      coupon,
      name: title || (combo?.name ?? product?.name ?? COUPON.name),
      detail: text || (combo?.description ?? size?.name ?? ""),
      product,
      isMissing: isOfProduct && menu !== undefined && product === null,
      item:
        product !== null && isOfProduct
          ? itemOfProduct(product, "coupon", coupon.product_size ?? undefined)
          : null,
      comboPrice: combo?.comboPrice ?? null,
    };
  });
}
