/** A product of the menu as it goes into the cart, just as its recipe has it. */
import type { MenuListing, MenuProduct } from "../api/wire";
import type { NewItem } from "../shop/cart/order";

/** The product in its cheapest size, or the one that is named. */
export function itemOfProduct(product: MenuProduct, addedFrom: string, sizeId?: string): NewItem {
  const sizes = product.productSizes;
  const size = sizes.find(({ productSizeID }) => productSizeID === sizeId) ?? sizes[0];
  return {
    productId: product.productId,
    sizeId: size?.productSizeID ?? product.sizeId,
    name: product.name,
    sizeName: size?.name ?? "",
    productCategoryId: product.productCategoryId,
    ingredients: null,
    unitPrice: size?.calculatedPrice ?? product.basePrice,
    addedFrom,
  };
}

/** A product of a menu, wherever it stands in it. */
export function productIn(menu: MenuListing | undefined, productId: string): MenuProduct | undefined {
  return menu?.categories
    .flatMap(({ products }) => products)
    .find((product) => product.productId === productId);
}
