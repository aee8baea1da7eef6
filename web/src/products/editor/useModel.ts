/** Reads a product and its kitchen, as the order's restaurant has them; what ran out since is marked at once (PD-19). */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useShopNews } from "../../shop/availability/useShopNews";
import { useOrder } from "../../shop/cart/useCart";
import { kitchenOf, type Place, placeOf } from "../../shop/catalog/keys";
import { shopIngredientsQuery, shopsQuery } from "../../shop/catalog/queries";
import { useProduct } from "../../shop/catalog/useCatalog";
import { type Model, modelOf } from "./configurator";

/** A product that is being read. */
export interface ReadModel {
  /** `null` until all of it has been read once. */
  model: Model | null;
  /** Where its ingredients and prices are asked for. */
  place: Place;
  error: Error | null;
  retry: () => void;
}

/** The model of a product in a size. While another size is read, the one before stays. */
export function useModel(
  idOrSlug: string,
  sizeId: string | undefined,
  shared: string | undefined,
): ReadModel {
  const place = useKitchen();
  const product = useProduct(idOrSlug, sizeId, shared);
  const view = product.data;
  const kitchen = useQuery({
    ...shopIngredientsQuery(place, view?.sizeId ?? null),
    enabled: view !== undefined && place.shopId !== null,
  });
  const news = useShopNews();
  const out = news?.outOfStockIngredientIds.join() ?? "";
  const isSoldOut = view !== undefined && (news?.outOfStockProductIds.includes(view.productId) ?? false);
  const rows = kitchen.data;
  const fresh = useMemo(() => {
    if (view === undefined || rows === undefined) return null;
    return modelOf(
      isSoldOut ? { ...view, isOutOfStock: true } : view,
      rows,
      new Set(out === "" ? [] : out.split(",")),
    );
  }, [view, rows, out, isSoldOut]);
  // While the kitchen of another size is asked, what is built stays.
  const [kept, setKept] = useState(fresh);
  if (fresh !== null && fresh !== kept) setKept(fresh);
  return {
    model: fresh ?? kept,
    place,
    error: product.error ?? kitchen.error,
    retry: () => {
      void product.refetch();
      void kitchen.refetch();
    },
  };
}

function useKitchen(): Place {
  const place = useOrder(placeOf);
  const { data: shops } = useQuery({ ...shopsQuery, enabled: place.shopId === null });
  return kitchenOf(place, shops);
}
