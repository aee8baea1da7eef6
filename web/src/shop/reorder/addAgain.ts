/** Puts past items into the cart again, and takes them back for as long as that is offered. */
import type { QueryClient } from "@tanstack/react-query";
import type { PastItem, User } from "../../api/wire";
import { logFailure } from "../../lib/log";
import { asAddress } from "../addresses/saved";
import type { LineUnits } from "../cart/action";
import type { OrderItem } from "../cart/order";
import { currentOrder, dispatch } from "../cart/useCart";
import type { ShopProblem } from "../errors/problem";
import { report } from "../errors/problems";
import { readItems } from "../history/history";
import { deliveryTo } from "../setup/deliveryTo";
import {
  NO_FAVOURITE_AVAILABLE,
  NOTHING_TO_REORDER,
  REORDER_INGREDIENTS_DROPPED,
  REORDER_UNREACHABLE,
  someNotReordered,
} from "./texts";
import { justAdded } from "./justAdded";
import { planReorder } from "./plan";

/** `all` was added as it was; `part`: some of it, which has been told; `none`: nothing, which has been told. */
export type Reordered = "all" | "part" | "none";

/** Adds past items, but what is not to be had; that is told here, or at the path where one goes then (RO-17, RO-23). */
export async function addAgain(
  cache: QueryClient,
  user: User | null | undefined,
  past: readonly PastItem[],
  toldAt?: string,
): Promise<Reordered> {
  if (user) await setUpFor(user);
  return await addToSetUp(cache, past, NOTHING_TO_REORDER, toldAt);
}

async function addToSetUp(
  cache: QueryClient,
  past: readonly PastItem[],
  ifNone: ShopProblem,
  toldAt?: string,
): Promise<Reordered> {
  const plan = await planReorder(cache, past).catch((error: unknown) => {
    logFailure("looking what of an order is to be had", error);
    return null;
  });
  if (plan === null || plan.items.length === 0) {
    report(plan === null ? REORDER_UNREACHABLE : ifNone);
    return "none";
  }
  const before = currentOrder().items;
  try {
    await dispatch({ type: "addItems", items: plan.items });
  } catch {
    // What kept it from being added `shop/errors` has told already.
    return "none";
  }
  justAdded(unitsSince(before, currentOrder().items));
  const tell = (problem: ShopProblem) =>
    report(
      toldAt === undefined ? problem : { ...problem, metadata: { ...problem.metadata, errorUrl: toldAt } },
    );
  if (plan.dropped.length > 0) tell(someNotReordered(plan.dropped));
  if (plan.hasLostIngredients) tell(REORDER_INGREDIENTS_DROPPED);
  return plan.dropped.length > 0 || plan.hasLostIngredients ? "part" : "all";
}

/** Adds the favourite order; where nobody has said where to, it goes to the favourite address (RO-15, RO-16). */
export async function addFavourite(cache: QueryClient, user: User): Promise<Reordered> {
  if (user.favouriteOrderId === null) return "none";
  try {
    const [items] = await Promise.all([readItems(user.favouriteOrderId), setUpFor(user)]);
    return await addToSetUp(cache, items, NO_FAVOURITE_AVAILABLE);
  } catch (error) {
    logFailure("reading the favourite order", error);
    report(REORDER_UNREACHABLE);
    return "none";
  }
}

/** The last set-up stays; without one it is a delivery to the favourite address, where somebody delivers. */
async function setUpFor({ primaryAddress }: User): Promise<void> {
  const address = primaryAddress && asAddress(primaryAddress);
  if (currentOrder().method !== null || !address) return;
  const method = await deliveryTo(address).catch(() => null);
  if (method !== null) await dispatch({ type: "setMethod", method }, true).catch(() => undefined);
}

/** By how many units lines have grown. */
export function unitsSince(before: readonly OrderItem[], after: readonly OrderItem[]): LineUnits[] {
  const counts = new Map(before.map(({ uuid, quantity }) => [uuid, quantity]));
  return after.flatMap(({ uuid, quantity }) => {
    const more = quantity - (counts.get(uuid) ?? 0);
    return more > 0 ? [{ uuid, quantity: more }] : [];
  });
}
