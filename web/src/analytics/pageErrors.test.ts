// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CHUNK_LOST } from "../lib/reloadOnce";

const beacon = vi.fn<(path: string, body: string) => boolean>(() => true);
const sent = () =>
  beacon.mock.calls.flatMap(([, body]) => (JSON.parse(body) as { events: Record<string, unknown>[] }).events);

async function visit() {
  vi.resetModules();
  return await import("./pageErrors");
}

beforeEach(() => {
  vi.useFakeTimers();
  beacon.mockClear();
  Object.defineProperty(navigator, "sendBeacon", { value: beacon, configurable: true });
  window.history.replaceState(null, "", "/tilaus/10023?orderKey=salainen#osa");
});
afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, "", "/");
});

// spec: AN-05
test("what goes wrong together is told together, each thing once, without the address' secrets", async () => {
  const { tellPageError } = await visit();
  const cause = new TypeError("x is undefined");
  tellPageError("FRONTEND_ADD_TO_CART_ERROR", cause);
  tellPageError("FRONTEND_ADD_TO_CART_ERROR", cause);
  tellPageError("FRONTEND_LOCATION_DENIED");
  expect(beacon).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(beacon.mock.calls.map(([path]) => path)).toEqual(["/api/analytics/errors"]);
  expect(sent()).toMatchObject([
    { code: "FRONTEND_ADD_TO_CART_ERROR", path: "/tilaus/:orderId" },
    { code: "FRONTEND_LOCATION_DENIED", message: "" },
  ]);
  expect(JSON.stringify(sent())).not.toMatch(/salainen|10023\?/);
});

test("a visit tells sixty things at most, twenty at once, and no message without an end", async () => {
  const { tellPageError } = await visit();
  for (let one = 0; one < 100; one += 1) tellPageError("FRONTEND_UNCAUGHT", `${one} ${"x".repeat(2_000)}`);
  vi.runAllTimers();
  const sizes = beacon.mock.calls.map(
    ([, body]) => (JSON.parse(body) as { events: unknown[] }).events.length,
  );
  expect(sizes).toEqual([20, 20, 20]);
  expect(Math.max(...sent().map(({ message }) => String(message).length))).toBe(500);
});

test("what nobody caught is told, a server that says no or no network is not; a lost part at once", async () => {
  const { watchPageErrors } = await visit();
  const { ApiError } = await import("../api/client");
  watchPageErrors();
  const refusal = { messageCode: "request/invalid", message: "", displayKind: 2, metadata: {} } as const;
  window.dispatchEvent(new ErrorEvent("error", { error: new Error("koe") }));
  const rejected = Object.assign(new Event("unhandledrejection"), { reason: new ApiError(0, refusal) });
  window.dispatchEvent(rejected);
  window.dispatchEvent(new Event(CHUNK_LOST));
  expect(sent().map(({ code }) => code)).toEqual(["FRONTEND_UNCAUGHT", "FRONTEND_CHUNK_ERROR"]);
});
