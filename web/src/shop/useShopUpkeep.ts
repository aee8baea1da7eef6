/** Keeps the order true while pages are open; the app calls it once. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { wallTimeOf } from "../lib/helsinki";
import { isSomebodyExpected, SESSION } from "../session/session";
import { useUser } from "../session/useUser";
import { followShop } from "./availability/news";
import { canBePriced } from "./cart/body";
import { cartStore, comeBack, hearStorage, leave, onFaults, revalidateQuietly } from "./cart/cart";
import type { Order } from "./cart/order";
import { CATALOG, SHOPS } from "./catalog/keys";
import { onBought } from "./checkout/bought";

/** A page that was left for so long asks anew what its order costs. */
const AWAY_MS = 60_000;
/** How often it is looked whether a held fee or a preorder's time has passed (PR-10). */
const LOOK_MS = 10_000;
const SPREAD_MS = 1_500;

/** Hears of other tabs, the network, time and the server's faults, and has the order priced anew where need be. */
export function useShopUpkeep(): void {
  const cache = useQueryClient();
  useEffect(() => onFaults(() => void cache.invalidateQueries({ queryKey: CATALOG })), [cache]);
  useEffect(() => onBought(() => recount(cache)), [cache]);
  useEffect(() => followShop(({ isOfCatalog }) => later(() => renew(cache, isOfCatalog))), [cache]);
  useEffect(keepTrue, []);
  // Another person may be offered something else, at another price (SH-32).
  const user = useUser();
  // So may who has said how old they are (MN-38).
  const who = user === undefined ? undefined : user && `${user.userId} ${user.birthDate}`;
  const known = useRef(who);
  useEffect(() => {
    if (known.current !== undefined && known.current !== who) renew(cache, true);
    known.current = who;
  }, [cache, who]);
}

/** A restaurant has said something new: what was asked for before is old, and so is what the order costs. */
function renew(cache: QueryClient, isOfCatalog: boolean) {
  void cache.invalidateQueries({ queryKey: SHOPS });
  if (isOfCatalog) void cache.invalidateQueries({ queryKey: CATALOG });
  revalidateQuietly();
}

/** An order changes the slices, codes and running orders that the session counts. */
function recount(cache: QueryClient) {
  if (isSomebodyExpected()) void cache.refetchQueries({ queryKey: SESSION });
}

/** Thousands hear the same news at once: chance parts their questions. */
function later(act: () => void) {
  setTimeout(act, Math.random() * SPREAD_MS);
}

function keepTrue(): () => void {
  const end = new AbortController();
  const { signal } = end;
  let leftAt: number | null = null;
  const left = () => (leftAt = Date.now());
  const back = () => {
    const isLong = leftAt !== null && Date.now() - leftAt >= AWAY_MS;
    leftAt = null;
    if (isLong) revalidateQuietly();
    comeBack();
  };
  window.addEventListener("storage", hearStorage, { signal });
  window.addEventListener("online", comeBack, { signal });
  window.addEventListener("focus", back, { signal });
  window.addEventListener("blur", left, { signal });
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener("pageshow", comeBack, { signal });
  document.addEventListener("visibilitychange", () => (document.hidden ? left() : back()), { signal });
  let lookedAt = Date.now();
  const look = setInterval(() => {
    if (document.hidden) return;
    const now = Date.now();
    if (isDue(cartStore.getState().order, lookedAt, now)) revalidateQuietly();
    lookedAt = now;
  }, LOOK_MS);
  // What was kept on an earlier visit may cost something else by now.
  if (canBePriced(cartStore.getState().order)) revalidateQuietly();
  return () => {
    end.abort();
    clearInterval(look);
  };
}

/** Whether since the last look the fee is held no more, or the time of the preorder has come. */
export function isDue({ method, deliveryPriceExpiresAt }: Order, lookedAt: number, now: number): boolean {
  const isIn = (moment: string, since: string, until: string) => since < moment && moment <= until;
  const time = method?.preorderTime ?? null;
  if (time !== null && isIn(time, wallTimeOf(lookedAt), wallTimeOf(now))) return true;
  return deliveryPriceExpiresAt !== null && Date.parse(deliveryPriceExpiresAt) <= now;
}
