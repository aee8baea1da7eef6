import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../api/client";
import type { ComboView, MessageCode } from "../../api/wire";
import { wasComboAtFirst } from "../../lib/firstPage";
import { productPath } from "../../products/productPath";
import { useOrder } from "../../shop/cart/useCart";
import { placeOf } from "../../shop/catalog/keys";
import { comboQuery, productQuery, type ProductWish } from "../../shop/catalog/queries";
import { useCombos } from "../../shop/catalog/useCatalog";

/**
 * What a slug names: a combo, else a product (MN-03); `null` while that is not known. Most slugs name a product, so that is
 * asked for first.
 */
export function useOffer(slug: string, wish: ProductWish): ComboView | "product" | null {
  const place = useOrder(placeOf);
  const { data: listed } = useCombos();
  // What is known to be a combo is no product to ask for.
  const isListed =
    wasComboAtFirst(productPath(slug)) || listed?.some(({ campaignSlug }) => campaignSlug === slug) === true;
  const product = useQuery({
    ...productQuery(place, isListed ? null : slug, wish),
    retry: (count, error) => !isGone(error, "product/not-found") && count < 2,
    retryOnMount: false,
  });
  const isNoProduct = isGone(product.error, "product/not-found");
  // Without a restaurant there is no list of combos to look into.
  const combo = useQuery({
    ...comboQuery(place, (isNoProduct || isListed) && listed === undefined ? slug : null),
    retry: (count, error) => !isGone(error, "campaign/not-found") && count < 2,
  });
  const found = listed?.find(({ campaignSlug }) => campaignSlug === slug) ?? combo.data;
  // What neither is there nor comes, the editor says.
  const isNeither =
    (isNoProduct || isListed) && found === undefined && (listed !== undefined || combo.isError);
  const isProduct = product.data !== undefined || isNeither || (product.isError && !isNoProduct);
  const offer = found ?? (isProduct ? "product" : null);
  // A restaurant that is chosen meanwhile asks again; what is being built of a product is not taken away for that.
  const [wasProduct, setWasProduct] = useState(false);
  if (offer === "product" && !wasProduct) setWasProduct(true);
  return offer ?? (wasProduct ? "product" : null);
}

/** That there is none is an answer too. */
function isGone(error: Error | null, code: MessageCode): boolean {
  return error instanceof ApiError && error.code === code;
}
