import { type QueryClient, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { type Params, useParams, useSearchParams } from "react-router";
import type { ComboView } from "../../api/wire";
import { wasComboAtFirst } from "../../lib/firstPage";
import { productPath } from "../../products/productPath";
import { currentOrder, useOrder } from "../../shop/cart/useCart";
import { kitchenOf, placeOf } from "../../shop/catalog/keys";
import { comboQuery, productQuery, shopIngredientsQuery, shopsQuery } from "../../shop/catalog/queries";
import { loadEditor, ProductEditor } from "./lazyEditor";
import { useOffer } from "./useOffer";
import { useStands } from "./useStands";
import { useWayBack } from "./useWayBack";
import { OverlayLoading } from "./OverlayStates";
import { ProductTitle } from "./ProductTitle";
import { opening } from "../../lib/arriving";

const ComboOverlay = lazy(() => opening(() => import("./ComboOverlay")));

// Most addresses name a product.
void loadEditor();

/** The product, and what its kitchen can put on it. */
export async function firstData(client: QueryClient, { slug = "" }: Params): Promise<void> {
  const place = placeOf(currentOrder());
  if (wasComboAtFirst(productPath(slug))) return await client.prefetchQuery(comboQuery(place, slug));
  const wish = wishOf(new URLSearchParams(location.search));
  const [product, shops] = await Promise.all([
    client.fetchQuery(productQuery(place, slug, { sizeId: wish.sizeId, ingredients: wish.shared })),
    place.shopId === null ? client.fetchQuery(shopsQuery) : undefined,
  ]);
  await client.prefetchQuery(shopIngredientsQuery(kitchenOf(place, shops), product.sizeId));
}

/** `/menu/{slug}`: a combo, else a product, over the menu (MN-02, MN-03). */
export function Component() {
  const { slug = "" } = useParams();
  // Another product is another view, with nothing of the one before.
  return <Offer key={slug} slug={slug} />;
}

function Offer({ slug }: { slug: string }) {
  const wish = useWish();
  const offer = useOffer(slug, { sizeId: wish.sizeId, ingredients: wish.shared });
  const close = useWayBack();
  const [isStanding, setStanding] = useState(false);
  const stand = useCallback(() => setStanding(true), []);
  useStands(isStanding);
  // Without a restaurant the editor takes the kitchen of any: which there are is asked beside the product.
  const hasShop = useOrder(({ method }) => method !== null);
  useQuery({ ...shopsQuery, enabled: !hasShop });
  return (
    <Suspense fallback={<OverlayLoading onClose={close} />}>
      {offer === null && <OverlayLoading onClose={close} />}
      {isCombo(offer) && <ComboOverlay combo={offer} onClose={close} />}
      {offer === "product" && (
        <>
          <ProductTitle slug={slug} wish={wish} />
          <ProductEditor
            slugOrId={slug}
            sizeId={wish.sizeId}
            shared={wish.shared}
            mode={{ kind: "add", addedFrom: wish.shared === undefined ? "menu" : "link" }}
            layout="dialog"
            onStanding={stand}
            onClose={close}
          />
        </>
      )}
    </Suspense>
  );
}

function isCombo(offer: ComboView | "product" | null): offer is ComboView {
  return offer !== null && offer !== "product";
}

interface Wish {
  sizeId: string | undefined;
  shared: string | undefined;
}

function wishOf(search: URLSearchParams): Wish {
  return { sizeId: search.get("sizeId") ?? undefined, shared: search.get("ingredients") ?? undefined };
}

/** What the address asks for beside the product: read once, then taken out of it (MN-02). */
function useWish(): Wish {
  const [search, setSearch] = useSearchParams();
  const [wish] = useState(() => wishOf(search));
  const isThere = search.has("sizeId") || search.has("ingredients");
  useEffect(() => {
    if (!isThere) return;
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("sizeId");
        after.delete("ingredients");
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isThere, setSearch]);
  return wish;
}
