import { QueryObserver, type QueryKey } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../api/testing/server";
import { productQuery, shopsQuery } from "../shop/catalog/queries";
import { createQueryClient } from "./queryClient";

const SHOPS = "GET /api/commerce/v2/shops/summaries";
const GONE = "GET /api/commerce/v2/products/ei-ole";
const NOWHERE = { shopId: null, orderType: null, preorderTime: null };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Looks at a question for a minute, which is longer than any pause between tries; answers how often it was asked. */
async function timesAsked(call: string, query: { queryKey: QueryKey }, answer?: Answer | Answer[]) {
  const asked = serve(answer ? { [call]: answer } : {});
  const stop = new QueryObserver(createQueryClient(), query).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  return asked.length;
}

// spec: RS-35
test("restaurants that cannot be fetched are logged as such, once nobody answers any more", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  await timesAsked(SHOPS, shopsQuery);
  expect(log.mock.calls.map(([what]) => what)).toEqual(["Unable to fetch all restaurants"]);
});

// spec: CK-37
test("a question that nobody answers is asked three times", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(await timesAsked(SHOPS, shopsQuery)).toBe(3);
  expect(await timesAsked(SHOPS, shopsQuery, refusal(503, "service/unavailable", "Hetki."))).toBe(3);
});

test.each([
  [404, "product/not-found"],
  [401, "users/unauthorized"],
  [422, "request/invalid"],
  [429, "request/too-many"],
] as const)("an answer of %i is an answer, and not asked for again", async (status, code) => {
  const product = productQuery(NOWHERE, "ei-ole");
  expect(await timesAsked(GONE, product, refusal(status, code, "Ei."))).toBe(1);
});

// spec: CK-37
test("what was asked once is not asked again for a minute", async () => {
  const asked = serve({ "GET /api/config": { status: 200, body: {} } });
  const query = { queryKey: ["x"], queryFn: () => fetch("/api/config").then((answer) => answer.json()) };
  const client = createQueryClient();
  const look = async () => {
    const stop = new QueryObserver(client, query).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    stop();
  };
  await look();
  await vi.advanceTimersByTimeAsync(59_000);
  await look();
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_001);
  await look();
  expect(asked).toHaveLength(2);
});
