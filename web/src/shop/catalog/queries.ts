/** The questions of the catalogue, for hooks and for whoever asks ahead. */
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { get, send } from "../../api/client";
import type { ComboView, ProductView } from "../../api/wire";
import { askStory } from "./askStory";
import { CATALOG, CATALOG_STALE_MS, catalogKey, type Place, placeQuery, SHOPS, STORY_STALE_MS } from "./keys";

/** All restaurants, in short. */
export const shopsQuery = queryOptions({
  queryKey: SHOPS,
  queryFn: ({ signal }) => send(get("/api/commerce/v2/shops/summaries"), { signal }),
  staleTime: CATALOG_STALE_MS,
  meta: { failure: "Unable to fetch all restaurants" },
});

/** One restaurant; of none there is nothing to ask. */
export function shopQuery(shopId: string | null) {
  return queryOptions({
    queryKey: [...SHOPS, shopId],
    queryFn:
      shopId === null
        ? skipToken
        : ({ signal }) => send(get("/api/commerce/v2/shops/{shopId}", { path: { shopId } }), { signal }),
    staleTime: CATALOG_STALE_MS,
  });
}

/** The menu at a place, with what is to be avoided marked. */
export function menuQuery(place: Place, avoid: readonly string[]) {
  const { shopId } = place;
  const query = { ...placeQuery(place), ...(avoid.length > 0 && { avoid: avoid.join(",") }) };
  return queryOptions({
    queryKey: catalogKey("menu", place, avoid),
    queryFn: ({ signal }) =>
      send(
        shopId === null
          ? get("/api/commerce/v2/menu", { query })
          : get("/api/commerce/v2/shops/{shopId}/menu", { path: { shopId }, query }),
        { signal },
      ),
    staleTime: CATALOG_STALE_MS,
    placeholderData: keepPreviousData,
  });
}

/** What a product is asked for with. */
export interface ProductWish {
  /** The first size where it is absent. */
  sizeId?: string | undefined;
  /** Doses that a shared link adds: `1301;1305`. */
  ingredients?: string | undefined;
}

/** A product at a place; `null` asks nothing. */
export function productQuery(
  place: Place,
  idOrSlug: string | null,
  { sizeId, ingredients }: ProductWish = {},
) {
  const { shopId } = place;
  const query = {
    ...placeQuery(place),
    ...(sizeId !== undefined && { sizeId }),
    ...(ingredients !== undefined && { ingredients }),
  };
  return queryOptions({
    queryKey: catalogKey("product", place, idOrSlug, sizeId ?? null, ingredients ?? null),
    queryFn:
      idOrSlug === null
        ? skipToken
        : ({ signal }): Promise<ProductView> =>
            send(
              shopId === null
                ? get("/api/commerce/v2/products/{idOrSlug}", { path: { idOrSlug }, query })
                : get("/api/commerce/v2/shops/{shopId}/products/{idOrSlug}", {
                    path: { shopId, idOrSlug },
                    query,
                  }),
              { signal },
            ),
    staleTime: CATALOG_STALE_MS,
  });
}

/** The combos of a restaurant; without one there are none to ask for. */
export function combosQuery(place: Place) {
  const { shopId } = place;
  return queryOptions({
    queryKey: catalogKey("combos", place),
    queryFn:
      shopId === null
        ? skipToken
        : ({ signal }) =>
            send(get("/api/commerce/v2/campaigns/combos", { query: { shopId, ...placeQuery(place) } }), {
              signal,
            }),
    staleTime: CATALOG_STALE_MS,
  });
}

/** One combo, wherever it is to be had; `null` asks nothing. */
export function comboQuery(place: Place, slug: string | null) {
  return queryOptions({
    queryKey: catalogKey("combo", place, slug),
    queryFn:
      slug === null
        ? skipToken
        : ({ signal }): Promise<ComboView> =>
            send(
              get("/api/commerce/v2/campaigns/combos/{slug}", { path: { slug }, query: placeQuery(place) }),
              {
                signal,
              },
            ),
    staleTime: CATALOG_STALE_MS,
  });
}

/** The tags by which a menu is narrowed. */
export const tagsQuery = queryOptions({
  queryKey: [...CATALOG, "tags"],
  queryFn: ({ signal }) => send(get("/api/commerce/v2/tags"), { signal }),
  staleTime: CATALOG_STALE_MS,
});

/** What can be put on something of a size; without a restaurant there is nothing to ask. */
export function shopIngredientsQuery(place: Place, sizeId: string | null) {
  const { shopId } = place;
  const query = { ...placeQuery(place), ...(sizeId !== null && { sizeId }) };
  return queryOptions({
    queryKey: catalogKey("ingredients", place, sizeId),
    queryFn:
      shopId === null
        ? skipToken
        : ({ signal }) =>
            send(get("/api/commerce/v2/shops/{shopId}/ingredients", { path: { shopId }, query }), { signal }),
    staleTime: CATALOG_STALE_MS,
  });
}

/** What the ingredient page lists. */
export const listedIngredientsQuery = queryOptions({
  queryKey: [...CATALOG, "listed-ingredients"],
  queryFn: ({ signal }) => send(get("/api/commerce/v2/ingredients"), { signal }),
  staleTime: CATALOG_STALE_MS,
});

/** A story of the editors. */
export function storyQuery(slug: string) {
  return queryOptions({
    queryKey: ["story", slug],
    queryFn: ({ signal }) => askStory(slug, signal),
    staleTime: STORY_STALE_MS,
    // A page without its story is a page all the same.
    retry: false,
  });
}
