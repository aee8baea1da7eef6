import { useEffect, useState } from "react";
import type { OrderState } from "../../live/live";
import type { HeroView } from "../hero/heroOf";
import { type MapView, mapOf } from "./mapOf";

/** A position comes by its own frame or call, after the order's: so long it may be on its way, milliseconds. */
const PATIENCE_MS = 3_000;

/**
 * The map of an order, see {@link mapOf}; but that a car cannot be seen is said only once it has been so for a moment,
 * unless it is known from the age of its position.
 */
export function useOrderMap(order: OrderState, hero: HeroView, now: number): MapView | null {
  const map = mapOf(order, hero, now);
  const isUnseen = map?.sight === "unseen";
  const isCertain = isUnseen && order.car !== null;
  const [silence, setSilence] = useState<"none" | "short" | "long">("none");
  const next = !isUnseen ? "none" : isCertain ? "long" : silence === "none" ? "short" : silence;
  if (next !== silence) setSilence(next);
  useEffect(() => {
    if (next !== "short") return undefined;
    const timer = setTimeout(() => setSilence("long"), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [next]);
  return map && next === "short" ? { ...map, sight: "waiting" } : map;
}
