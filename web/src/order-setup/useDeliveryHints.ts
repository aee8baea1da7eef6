import { useMemo } from "react";
import { useStory } from "../shop/catalog/useCatalog";
import { type DeliveryHints, deliveryHintsOf } from "./hints";

/** What the editors say beside delivery; nothing while it is not known (OS-24). */
export function useDeliveryHints(): DeliveryHints {
  const content = useStory("address-selection").data?.content;
  return useMemo(() => deliveryHintsOf(content), [content]);
}
