import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../api/testing/server";
import { putOrder } from "../../shop/testing/cart";
import { aMethod } from "../../shop/testing/orders";
import { card } from "./testing/methods";
import { useMethods } from "./useMethods";

const PROVIDER = "GET /api/payments/methods?shopExternalId=1012";
const OWN = "GET /api/commerce/v2/shoppingcart/payments?shopId=12&deliveryMethod=pickup";
const onsite = { ...card, id: "onsite", name: "Ravintolassa", group: "others" };

beforeEach(() => {
  vi.useFakeTimers();
  putOrder({ method: aMethod() });
});
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function open(own: Answer) {
  const asked = serve({
    "GET /api/commerce/v2/shops/12": { status: 200, body: { shopExternalId: "1012" } },
    [PROVIDER]: { status: 200, body: [card] },
    [OWN]: own,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useMethods, { wrapper });
  await wait(50);
  const ids = () => result.current.methods?.map(({ id }) => id);
  return { result, ids, times: (call: string) => asked.filter((one) => one.call === call).length };
}

// spec: PY-17, PY-18
test("the provider's methods and the restaurant's own stand together", async () => {
  const { ids } = await open({ status: 200, body: [onsite] });
  expect(ids()).toEqual(["scheme", "onsite"]);
});

// spec: PY-17
test("where the restaurant's own do not come there are none of them, and that is written down", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { ids, result } = await open({ status: 500 });
  expect(ids()).toEqual(["scheme"]);
  expect(result.current.isFailed).toBe(false);
  expect(log.mock.calls.map(([what]) => what)).toEqual(["reading the shop's own payment methods"]);
});

// spec: PY-20
test("both are asked for again every minute", async () => {
  const { times } = await open({ status: 200, body: [onsite] });
  await wait(59_900);
  expect([times(PROVIDER), times(OWN)]).toEqual([1, 1]);
  await wait(100);
  expect([times(PROVIDER), times(OWN)]).toEqual([2, 2]);
});
