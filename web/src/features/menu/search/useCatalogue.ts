import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { MenuListing, MenuProduct, ShopSummary } from "../../../api/wire";
import { HIGHLIGHTS, type MenuSection, sectionsOf } from "../../../products/sections";
import type { Catalogue, SearchedIngredient } from "../../../search/catalogue";
import { SearchIndex } from "../../../search/index";
import { useOrder } from "../../../shop/cart/useCart";
import { kitchenOf, placeOf } from "../../../shop/catalog/keys";
import { shopIngredientsQuery } from "../../../shop/catalog/queries";
import { isListed, useMenu, useShops } from "../../../shop/catalog/useCatalog";

/** The category whose ingredients are found themselves. */
const TOPPINGS = "toppings";

/** The search over what has come of menu, ingredients and restaurants, and what its ids stand for. */
export interface Searched {
  index: SearchIndex;
  dishes: ReadonlyMap<string, MenuProduct>;
  sections: ReadonlyMap<string, MenuSection>;
  toppings: ReadonlyMap<string, SearchedIngredient>;
  shops: ReadonlyMap<string, ShopSummary>;
  /** A pizza of one's own, on which toppings go; `null` where the menu has none. */
  own: MenuProduct | null;
}

/** The search, anew with what comes; each part works without the others. */
export function useCatalogue(): Searched {
  const menu = useMenu().data;
  const shops = useShops().data;
  const place = useOrder(placeOf);
  const rows = useQuery(shopIngredientsQuery(kitchenOf(place, shops), null)).data;
  return useMemo(() => {
    const sections = menu === undefined ? [] : sectionsOf(menu, null).sections;
    const own = menu === undefined ? null : ownOf(menu);
    const listed = (shops ?? []).filter(isListed);
    const ingredients = (rows ?? []).map(
      ({ id, name, allergens, diets, categoryId, isRecipeOnlyIngredient }) => ({
        id,
        name,
        allergens,
        diets,
        isTopping: categoryId === TOPPINGS && !isRecipeOnlyIngredient && own !== null,
      }),
    );
    return {
      index: new SearchIndex({ sections: sections.map(searchedSection), ingredients, shops: listed }),
      dishes: new Map(
        sections.flatMap(({ products }) =>
          products.map(({ product }) => [product.productId, product] as const),
        ),
      ),
      sections: new Map(sections.map((section) => [section.id, section])),
      toppings: new Map(ingredients.map((one) => [one.id, one])),
      shops: new Map(listed.map((shop) => [shop.shopId, shop])),
      own,
    };
  }, [menu, rows, shops]);
}

function searchedSection({ id, title, products }: MenuSection): Catalogue["sections"][number] {
  return { id, title, isFound: id !== HIGHLIGHTS, dishes: products.map(({ product }) => product) };
}

function ownOf({ categories }: MenuListing): MenuProduct | null {
  return (
    categories.flatMap(({ products }) => products).find(({ custom, editable }) => custom && editable) ?? null
  );
}
