import { afterEach, expect, test, vi } from "vitest";
import { ApiError, get, isOfFamily, post, send } from "./client";

afterEach(() => vi.unstubAllGlobals());

/** The network answers like this, or not at all. */
function network(answer: (request: RequestInit) => Promise<Response>) {
  const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>((_, init) => answer(init));
  vi.stubGlobal("fetch", asked);
  return asked;
}

/** A network on which nothing comes but the end of the call. */
const silence = ({ signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

test("a success is read, and one without content is nothing", async () => {
  const asked = network(async () => Response.json({ token: "1", expiresAt: "" }));
  expect(await send(post("/api/users/staff/live-token"))).toEqual({ token: "1", expiresAt: "" });
  expect(asked).toHaveBeenCalledWith(
    "/api/users/staff/live-token",
    expect.objectContaining({ method: "POST" }),
  );
  network(async () => new Response(null, { status: 204 }));
  expect(await send(post("/api/users/staff/sign-out"))).toBeUndefined();
});

test("a refusal has its code, its words and its wait", async () => {
  const body = { messageCode: "request/too-many", message: "Odota hetki.", metadata: { limit: 5 } };
  network(async () => Response.json(body, { status: 429, headers: { "Retry-After": "30" } }));
  const error = await errorOf(send(get("/api/config")));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 429,
    code: "request/too-many",
    message: "Odota hetki.",
    metadata: { limit: 5 },
    retryAfter: 30,
  });
});

test("what a proxy says still has its status", async () => {
  network(async () => new Response("<h1>Bad Gateway</h1>", { status: 502 }));
  expect(await errorOf(send(get("/api/config")))).toMatchObject({ status: 502, code: "network/unknown" });
});

test("a call that gets no answer in time is a failure of the network; one that its caller ends is not", async () => {
  network(silence);
  expect(await errorOf(send(get("/api/config"), { timeoutMs: 1 }))).toMatchObject({
    status: 0,
    code: "network/unreachable",
  });
  const caller = new AbortController();
  const ended = errorOf(send(get("/api/config"), { signal: caller.signal }));
  caller.abort(new Error("looked away"));
  expect(await ended).toEqual(new Error("looked away"));
});

// spec: CK-36
test("a call waits ten seconds unless it says otherwise, and goes as whoever is signed in", async () => {
  const wait = vi.spyOn(AbortSignal, "timeout");
  const asked = network(async () => Response.json({}));
  await send(get("/api/config"));
  await send(get("/api/config"), { timeoutMs: 2_000 });
  expect(wait.mock.calls).toEqual([[10_000], [2_000]]);
  // The browser's own word for the session's cookie, to our server alone.
  for (const [path, init] of asked.mock.calls) {
    expect(new Request(new URL(path, "https://ovelle.example"), init).credentials).toBe("same-origin");
  }
  wait.mockRestore();
});

test("a code is of the family before its slash; a family that no code is of fails the types", () => {
  expect([isOfFamily("staff/forbidden", "staff"), isOfFamily("status/moved", "staff")]).toEqual([
    true,
    false,
  ]);
  // @ts-expect-error no such family
  expect(isOfFamily("status/moved", "stat")).toBe(false);
  // @ts-expect-error no such code
  expect(isOfFamily("password/to-short", "password")).toBe(true);
});
