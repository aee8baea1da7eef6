import { useMemo } from "react";
import { useStory } from "../../../shop/catalog/useCatalog";
import { PRODUCT_STORY, type ProductStory, productStoryOf } from "./story";

/** What the editors say beside products (PD-18); nothing while it is not known. */
export function useProductStory(): ProductStory {
  const { data } = useStory(PRODUCT_STORY);
  return useMemo(() => productStoryOf(data), [data]);
}
