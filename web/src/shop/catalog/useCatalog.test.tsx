import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import { putOrder } from "../testing/cart";
import { aMethod } from "../testing/orders";
import { lookAt } from "../testing/page";
import {
  prefetchMenu,
  useCombos,
  useMenu,
  useProduct,
  useShopIngredients,
  useShops,
  useStory,
} from "./useCatalog";

const V2 = "GET /api/commerce/v2";
const body = (shopId: string | null) => ({ status: 200, body: { shopId } });

beforeEach(() => putOrder());
afterEach(() => vi.useRealTimers());

// spec: MN-32
test("a menu is asked for again where it is looked at after five minutes, and not before", async () => {
  const asked = serve({ [`${V2}/menu`]: body(null) });
  const { client, result, unmount } = lookAt(useMenu);
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  unmount();
  const readAt = Date.now();
  const lookAgain = (seconds: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: readAt + seconds * 1_000 });
    lookAt(useMenu, client).unmount();
  };
  lookAgain(295);
  expect(asked).toHaveLength(1);
  lookAgain(301);
  expect(asked).toHaveLength(2);
});

test("the menu is the default one until a restaurant is chosen, and then its own, for the type and time", async () => {
  const path = "/shops/12/menu?orderType=pickup&preOrderTime=2026-11-27+18%3A30";
  const asked = serve({ [`${V2}/menu`]: body(null), [`${V2}${path}`]: body("12") });
  const { result } = lookAt(useMenu);
  await waitFor(() => expect(result.current.data?.shopId).toBeNull());
  act(() => putOrder({ method: aMethod({ preorderTime: "2026-11-27 18:30" }) }));
  // What was shown stays until the other has come.
  expect(result.current).toMatchObject({ data: { shopId: null }, isPlaceholderData: true });
  await waitFor(() => expect(result.current.data?.shopId).toBe("12"));
  act(() => putOrder());
  expect(result.current.data?.shopId).toBeNull();
  expect(asked).toHaveLength(2);
});

test.each([
  [["milk"], "milk"],
  [["milk", "nuts"], "milk%2Cnuts"],
])("what is to be avoided is asked with the menu: %j", async (avoidAllergens, asked) => {
  putOrder({ avoidAllergens });
  serve({ [`${V2}/menu?avoid=${asked}`]: body(null) });
  const { result } = lookAt(useMenu);
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
});

test("another size of a product takes the place of the one before without flashing; another product does not", async () => {
  const view = (slug: string, name: string) => ({ status: 200, body: { productId: slug, slug, name } });
  serve({
    [`${V2}/products/margareta`]: view("margareta", "pieni"),
    [`${V2}/products/margareta?sizeId=102`]: view("margareta", "iso"),
    [`${V2}/products/kinkku`]: view("kinkku", "kinkku"),
  });
  let wish: [string, string?] = ["margareta"];
  const { result, rerender } = lookAt(() => useProduct(...wish));
  await waitFor(() => expect(result.current.data?.name).toBe("pieni"));
  wish = ["margareta", "102"];
  rerender();
  expect(result.current.data?.name).toBe("pieni");
  await waitFor(() => expect(result.current.data?.name).toBe("iso"));
  wish = ["kinkku"];
  rerender();
  expect(result.current.data).toBeUndefined();
  await waitFor(() => expect(result.current.data?.name).toBe("kinkku"));
});

test("what only a restaurant has is not asked for without one", async () => {
  const asked = serve({
    [`${V2}/campaigns/combos?shopId=12&orderType=pickup`]: { status: 200, body: [] },
    [`${V2}/shops/12/ingredients?orderType=pickup&sizeId=101`]: { status: 200, body: [] },
  });
  const { result } = lookAt(() => ({ combos: useCombos(), ingredients: useShopIngredients("101") }));
  expect(asked).toEqual([]);
  act(() => putOrder({ method: aMethod() }));
  await waitFor(() => expect(result.current.combos.isSuccess).toBe(true));
  await waitFor(() => expect(result.current.ingredients.isSuccess).toBe(true));
});

test("restaurants, and stories whose names are paths", async () => {
  serve({
    [`${V2}/shops/summaries`]: { status: 200, body: [] },
    "GET /api/cms/stories/menu/menuPage": { status: 200, body: { slug: "menu/menuPage", content: {} } },
  });
  const { result } = lookAt(() => ({ shops: useShops(), story: useStory("menu/menuPage") }));
  await waitFor(() => expect(result.current.shops.data).toEqual([]));
  await waitFor(() => expect(result.current.story.data?.slug).toBe("menu/menuPage"));
});

test("who was asked ahead is not asked again", async () => {
  const asked = serve({ [`${V2}/menu`]: body(null) });
  const { client, result, rerender } = lookAt(() => null);
  await prefetchMenu(client);
  rerender();
  expect(result.current).toBeNull();
  await prefetchMenu(client);
  expect(asked).toHaveLength(1);
});
