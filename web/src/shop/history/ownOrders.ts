/** The latest orders of whoever looks: those of this browser, and those of the account that is signed in. */
import { useQuery } from "@tanstack/react-query";
import type { RecentOrder } from "../../api/wire";
import { useUser } from "../../session/useUser";
import { CALL_CENTRE } from "../../session/session";
import { type PlacedOrderKey, usePlacedOrders } from "../orders/placedOrders";
import { latestOrdersQuery } from "./history";

/** Each once, the newest first (T-75, T-77). */
export function useOwnOrders(): readonly PlacedOrderKey[] {
  const placed = usePlacedOrders();
  const user = useUser();
  const isCustomer = Boolean(user) && user?.customerSegment !== CALL_CENTRE;
  const { data } = useQuery({ ...latestOrdersQuery, enabled: isCustomer });
  return isCustomer && data ? merged(placed, data) : placed;
}

/** Orders of which the server has the key no more cannot be followed. */
export function merged(
  placed: readonly PlacedOrderKey[],
  latest: readonly RecentOrder[],
): readonly PlacedOrderKey[] {
  const known = new Set(placed.map(({ orderId }) => orderId));
  const others = latest.flatMap(({ id, key, placedAt }) =>
    key === null || known.has(id) ? [] : [{ orderId: id, orderKey: key, placedAt }],
  );
  return [...placed, ...others].toSorted((a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt));
}
