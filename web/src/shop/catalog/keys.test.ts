import { skipToken } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { aMethod, anOrder } from "../testing/orders";
import { catalogKey, kitchenOf, placeOf, placeQuery } from "./keys";
import { comboQuery, combosQuery, menuQuery, productQuery, shopIngredientsQuery, shopQuery } from "./queries";

const NOWHERE = placeOf(anOrder({ method: null }));
const kallio = placeOf(anOrder({ method: aMethod({ preorderTime: "2026-11-27 18:30" }) }));

test("a place is the order's restaurant, type and time, as far as they are chosen", () => {
  expect(kallio).toEqual({ shopId: "12", orderType: "pickup", preorderTime: "2026-11-27 18:30" });
  expect(NOWHERE).toEqual({ shopId: null, orderType: null, preorderTime: null });
  expect(placeQuery(kallio)).toEqual({ orderType: "pickup", preOrderTime: "2026-11-27 18:30" });
  expect(placeQuery(NOWHERE)).toEqual({});
});

test("without a restaurant the kitchen is the first that sells here; with one it is that", () => {
  const shops = [
    { restaurantId: "1", hasWebsale: false },
    { restaurantId: "2", hasWebsale: true },
  ];
  expect(kitchenOf(NOWHERE, shops)).toEqual({ ...NOWHERE, shopId: "2" });
  expect(kitchenOf(NOWHERE, undefined)).toEqual(NOWHERE);
  expect(kitchenOf(kallio, shops)).toBe(kallio);
});

test("no two questions share a place in the cache", () => {
  const elsewhere = { ...kallio, shopId: "13" };
  const asked = [kallio, elsewhere].flatMap((place) => [
    menuQuery(place, []),
    menuQuery(place, ["milk"]),
    productQuery(place, "margareta"),
    productQuery(place, "kinkku"),
    productQuery(place, "margareta", { sizeId: "102" }),
    productQuery(place, "margareta", { ingredients: "1302" }),
    combosQuery(place),
    comboQuery(place, "pari"),
    shopIngredientsQuery(place, null),
    shopIngredientsQuery(place, "101"),
    shopQuery(place.shopId),
  ]);
  const keys = new Set(asked.map(({ queryKey }) => JSON.stringify(queryKey)));
  expect(keys.size).toBe(22);
  expect(catalogKey("menu", kallio)).not.toEqual(catalogKey("menu", { ...kallio, preorderTime: null }));
});

test("without a restaurant, a product or a name there is nothing to ask for", () => {
  const asked = [
    combosQuery(NOWHERE),
    shopIngredientsQuery(NOWHERE, "101"),
    shopQuery(null),
    productQuery(kallio, null),
    comboQuery(kallio, null),
  ];
  expect(asked.map(({ queryFn }) => queryFn)).toEqual(asked.map(() => skipToken));
});
