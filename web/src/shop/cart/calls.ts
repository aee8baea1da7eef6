/** The calls that the cart makes. */
import { ApiError, get, post, send } from "../../api/client";
import type { CartBody, PricedCart } from "../../api/wire";
import { isSignedOut, sendAsVisitor } from "../../session/asUser";
import type { OrderMethod } from "./order";
import type { HeldPrice } from "./queue";

const DISTANCE_MS = 2_000;
const TOKEN_MS = 5_000;

/** Prices a cart. A cookie that the server no longer knows is taken away by its answer; the next try is a guest's. */
export async function priceCart(body: CartBody): Promise<PricedCart> {
  const call = post("/api/pricing/pricing/customer/cart", { body });
  try {
    return await sendAsVisitor(call);
  } catch (error) {
    if (isSignedOut(error)) return send(call);
    throw error;
  }
}

/** Holds the fee of a delivery; `null` on failure (CA-54). */
export async function holdPrice({ restaurantId, zoneId, ...method }: OrderMethod): Promise<HeldPrice | null> {
  const { address, deliveryZoneVersion, preorderTime } = method;
  if (!address || zoneId === null) return null;
  const body = {
    shopId: restaurantId,
    zoneId,
    deliveryZoneVersion,
    coordinates: { lat: address.latitude, lng: address.longitude },
    preorderDateTime: preorderTime,
  };
  try {
    return await send(post("/api/pricing/delivery-price-token", { body }), { timeoutMs: TOKEN_MS });
  } catch {
    return null;
  }
}

/** How far the driver has to go, in kilometres; `null` where that is not known within two seconds (CA-51). */
export async function drivingDistance({ restaurantId, address }: OrderMethod): Promise<number | null> {
  if (!address) return null;
  const signal = AbortSignal.timeout(DISTANCE_MS);
  try {
    const shop = await send(get("/api/commerce/v2/shops/{shopId}", { path: { shopId: restaurantId } }), {
      signal,
    });
    const query = {
      originLat: shop.latitude,
      originLng: shop.longitude,
      destLat: address.latitude,
      destLng: address.longitude,
    };
    return (await send(get("/api/commerce/distance", { query }), { signal })).kilometres;
  } catch {
    return null;
  }
}

/** Whether a call failed because nobody can be reached for now, so that it may be made again later. */
export function isAway(error: unknown): boolean {
  return error instanceof ApiError && (AWAY.has(error.code) || GATEWAY.has(error.status));
}

/** What a proxy says of a server that it does not reach. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

const AWAY: ReadonlySet<ApiError["code"]> = new Set([
  "network/unreachable",
  "service/unavailable",
  "service/draining",
  "request/too-many",
  "request/timeout",
]);
