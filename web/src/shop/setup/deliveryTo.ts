/** How an address is delivered to, without anybody choosing. */
import { get, send } from "../../api/client";
import type { Address, OrderMethod } from "../cart/order";

/** A delivery of now from the first restaurant that delivers there and is open; `null` where none is. */
export async function deliveryTo(address: Address): Promise<OrderMethod | null> {
  const query = { lat: address.latitude, lng: address.longitude };
  const shops = await send(get("/api/commerce/v2/shops/delivering", { query }));
  const shop = shops.find(({ selectorStatus }) => selectorStatus === "Open");
  if (!shop) return null;
  return {
    orderType: "delivery",
    restaurantId: shop.restaurantId,
    restaurantName: shop.displayName,
    preorderTime: null,
    address,
    zoneId: shop.zoneId,
    deliveryZoneVersion: shop.deliveryZoneVersion,
  };
}
