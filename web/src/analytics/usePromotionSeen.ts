import { useEffect, useRef } from "react";
import { track } from "./track";
import type { Promotion } from "./events";

/** Tells once for as long as the page stands that a promotion is in sight (AN-07); `null` while none is. */
export function usePromotionSeen(promotion: Promotion | null): void {
  const told = useRef<ReadonlySet<string>>(new Set());
  const { promotionId, name, slot } = promotion ?? {};
  useEffect(() => {
    if (promotionId === undefined || name === undefined || slot === undefined) return;
    if (told.current.has(promotionId)) return;
    told.current = new Set([...told.current, promotionId]);
    track({ event: "view_promotion", promotionId, name, slot });
  }, [promotionId, name, slot]);
}
