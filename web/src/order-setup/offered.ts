/** Which types of order can be chosen (OS-30). */
import type { OrderType, ShopSummary } from "../api/wire";

/** All types, in their order. */
export const ALL_TYPES: readonly OrderType[] = ["delivery", "pickup", "eatin"];

/** The types that some restaurant takes now (OS-30); for a preorder, or while nothing is known, all of them. */
export function offeredTypes(
  shops: readonly ShopSummary[] | null,
  isPreorder: boolean,
): readonly OrderType[] {
  if (!shops || isPreorder) return ALL_TYPES;
  return ALL_TYPES.filter((type) => shops.some((shop) => statusFor(shop, type) === "Open"));
}

/** Which type a preorder begins with where no order is taken any more (OS-32). */
export function typeToPreorder(shops: readonly ShopSummary[]): OrderType {
  return shops.some((shop) => statusFor(shop, "delivery") === "Open") ? "pickup" : "delivery";
}

/** Whether a house is open although it takes no orders of the shop (OS-31). */
export function isSomeHouseOpen(shops: readonly ShopSummary[]): boolean {
  return shops.some(({ physicalRestaurantStatus }) => physicalRestaurantStatus === "Open");
}

function statusFor(shop: ShopSummary, type: OrderType) {
  if (type === "delivery") return shop.openForDeliveryStatus;
  return type === "pickup" ? shop.openForPickupStatus : shop.openForEatinStatus;
}
