import { MapPin, Plus } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { To } from "react-router";
import { euros } from "../../../lib/money";
import { restaurantPath } from "../../../lib/restaurantSlug";
import { cardPriceOf } from "../../../products/card/cardPrice";
import { cardStateOf } from "../../../products/card/cardState";
import { CARD } from "../../../products/card/texts";
import { ProductImage } from "../../../products/picture/ProductImage";
import { productPath } from "../../../products/productPath";
import type { Findings as Found } from "../../../search/index";
import { useSoldOutIds } from "../../../shop/availability/useSoldOutIds";
import { useOrder } from "../../../shop/cart/useCart";
import { ALLERGENS } from "../../../ui/texts";
import { FOUND } from "./foundTexts";
import type { Searched } from "./useCatalogue";

/** How many of each kind are listed at most. */
export const MOST = { dishes: 10, others: 4 } as const;

/** One thing in the list. */
export interface Row {
  key: string;
  to: To;
  picture: ReactNode;
  name: string;
  lead: string;
  price: string | null;
}

/** Rows under the name of their kind; `first` is the place of the first one among all. */
export interface Group {
  title: string;
  first: number;
  rows: Row[];
}

/** What was found, in groups; what fits best stands first in each. */
export function useGroups(searched: Searched, found: Found): Group[] {
  const soldOutIds = useSoldOutIds();
  const avoid = useOrder((order) => order.avoidAllergens);
  return useMemo(() => {
    const others = (ids: readonly string[]) => ids.slice(0, MOST.others);
    const dishes = found.dishes.slice(0, MOST.dishes);
    const groups: Group[] = [];
    const add = (title: string, rows: Row[]) => {
      const first = groups.reduce((sum, group) => sum + group.rows.length, 0);
      if (rows.length > 0) groups.push({ title, first, rows });
    };
    add(
      FOUND.dishes,
      dishes.flatMap((id) => dishRow(searched, id, soldOutIds, avoid)),
    );
    add(
      FOUND.toppings,
      others(found.toppings).flatMap((id) => toppingRow(searched, id)),
    );
    add(
      FOUND.sections,
      others(found.sections).flatMap((id) => sectionRow(searched, id)),
    );
    add(
      FOUND.shops,
      others(found.shops).flatMap((id) => shopRow(searched, id)),
    );
    return groups;
  }, [searched, found, soldOutIds, avoid]);
}

function dishRow(
  { dishes }: Searched,
  id: string,
  soldOutIds: ReadonlySet<string>,
  avoid: readonly string[],
): Row[] {
  const dish = dishes.get(id);
  if (dish === undefined) return [];
  const { kind } = cardStateOf(dish, soldOutIds);
  const held = dish.allergens.filter((one) => avoid.includes(one));
  const reason = kind === "soldOut" ? CARD.soldOut : kind === "notNow" ? CARD.notNow : null;
  const price = cardPriceOf(dish);
  return [
    {
      key: `dish-${id}`,
      to: productPath(dish.slug),
      picture: <ProductImage product={dish} size={44} />,
      name: dish.name,
      lead:
        reason ??
        (held.length > 0
          ? CARD.contains(held.map((one) => ALLERGENS[one] ?? one).join(", "))
          : (dish.description ?? "")),
      price:
        kind === "available" ? `${price.kind === "from" ? `${CARD.from} ` : ""}${euros(price.amount)}` : null,
    },
  ];
}

function toppingRow({ toppings, own }: Searched, id: string): Row[] {
  const topping = toppings.get(id);
  if (topping === undefined || own === null) return [];
  const search = new URLSearchParams({ sizeId: own.sizeId, ingredients: id }).toString();
  return [
    {
      key: `topping-${id}`,
      to: { pathname: productPath(own.slug), search },
      picture: <Plus size={20} strokeWidth={1.75} aria-hidden="true" />,
      name: topping.name,
      lead: FOUND.topping,
      price: null,
    },
  ];
}

function sectionRow({ sections }: Searched, id: string): Row[] {
  const section = sections.get(id);
  if (section === undefined) return [];
  const picture = section.face && <ProductImage product={section.face} size={44} />;
  const to = { pathname: "/menu", hash: section.anchor };
  return [
    { key: `section-${id}`, to, picture, name: section.title, lead: section.description ?? "", price: null },
  ];
}

function shopRow({ shops }: Searched, id: string): Row[] {
  const shop = shops.get(id);
  if (shop === undefined) return [];
  return [
    {
      key: `shop-${id}`,
      to: restaurantPath(shop.displayName),
      picture: <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />,
      name: shop.displayName,
      lead: `${shop.streetAddress}, ${shop.zip} ${shop.city}`,
      price: null,
    },
  ];
}
