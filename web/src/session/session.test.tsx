import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { get } from "../api/client";
import { refusal, serve } from "../api/testing/server";
import { sendAsUser } from "./asUser";
import { hint, useSessionHints } from "./hints";
import { hasEnded, isOwnPath, pathAfterSignIn } from "./afterSignIn";
import { keepOrigin, signInPath } from "./signInPath";
import { aMember } from "../shop/loyalty/testing/member";
import { aUser, CALL_CENTRE_USER, SESSION, sessionIs } from "./testing/people";
import { useSessionUpkeep } from "./useSessionUpkeep";
import { useWaitingSignOut } from "./signOut";
import { useUser } from "./useUser";
import { useUserActions } from "./useUserActions";

const LOGOUT = "POST /api/users/logout";
const noora = aUser();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  hint({});
});
afterEach(() => vi.unstubAllGlobals());

function look() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = () => {
    useSessionUpkeep();
    return {
      user: useUser(),
      actions: useUserActions(),
      hints: useSessionHints(),
      waits: useWaitingSignOut(),
    };
  };
  return renderHook(hook, { wrapper });
}

const calls = (asked: { call: string }[]) => asked.map(({ call }) => call);

test("who is signed in is asked once per load, and unknown until then", async () => {
  const asked = serve({ [SESSION]: sessionIs({ user: noora, roles: [] }) });
  const { result, rerender } = look();
  expect(result.current.user).toBeUndefined();
  await waitFor(() => expect(result.current.user).toEqual(noora));
  rerender();
  expect(calls(asked)).toEqual([SESSION]);
});

// spec: LO-32
test("that a member was here stays when they leave, without a word of who", async () => {
  const member = aUser({ subscribedToLoyalty: true });
  serve({ [SESSION]: sessionIs({ user: member, roles: [] }), [LOGOUT]: { status: 204 } });
  const { result } = look();
  await waitFor(() => expect(localStorage.getItem("ovelle.member")).toBe("1"));
  await act(() => result.current.actions.signOut());
  expect(localStorage.getItem("ovelle.member")).toBe("1");
  act(() => result.current.actions.become({ user: noora, roles: [] }));
  expect(localStorage.getItem("ovelle.member")).toBeNull();
});

test.each(["/sivut/kilpailu", "/franchise/haku"])(
  "at %s, where others' code may run, nobody is asked for",
  async (path) => {
    window.history.replaceState(null, "", path);
    const asked = serve({ [SESSION]: sessionIs({ user: noora, roles: [] }) });
    const { result } = look();
    await waitFor(() => expect(result.current.user).toBeNull());
    expect(asked).toEqual([]);
    window.history.replaceState(null, "", "/");
  },
);

test("who leaves is nobody at once, and is led home", async () => {
  const asked = serve({ [SESSION]: sessionIs({ user: noora, roles: [] }), [LOGOUT]: { status: 204 } });
  const { result } = look();
  await waitFor(() => expect(result.current.user).toEqual(noora));
  await act(() => result.current.actions.signOut());
  expect(result.current).toMatchObject({ user: null, hints: { left: true }, waits: false });
  expect(calls(asked)).toEqual([SESSION, LOGOUT]);
});

test("a sign-out without a network waits for it: nobody is in here meanwhile, and the server is asked first", async () => {
  serve({ [SESSION]: sessionIs({ user: noora, roles: [] }) });
  const { result, unmount } = look();
  await waitFor(() => expect(result.current.user).toEqual(noora));
  await act(() => result.current.actions.signOut());
  expect(result.current).toMatchObject({ user: null, waits: true });
  unmount();
  // The page is loaded anew while the network is still away.
  const asked = serve({ [SESSION]: sessionIs({ user: noora, roles: [] }), [LOGOUT]: { status: 204 } });
  const next = look();
  await waitFor(() => expect(next.result.current.user).toBeNull());
  expect(next.result.current.waits).toBe(true);
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(next.result.current.waits).toBe(false));
  expect(calls(asked)).toEqual([SESSION, LOGOUT]);
  expect(next.result.current.user).toBeNull();
});

test("a sign-out that the server has seen already is not sent again", async () => {
  serve({});
  const { result } = look();
  await act(() => result.current.actions.signOut());
  const asked = serve({ [SESSION]: sessionIs() });
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(result.current.waits).toBe(false));
  expect(calls(asked)).toEqual([SESSION]);
});

test("a session that has ended by itself is told of, and nobody is in any more", async () => {
  const gone = refusal(401, "users/unauthorized", "Kirjaudu sisään.");
  serve({ [SESSION]: sessionIs({ user: noora, roles: [] }), "GET /api/users/me": gone });
  const { result } = look();
  await waitFor(() => expect(result.current.user).toEqual(noora));
  await act(() => expect(sendAsUser(get("/api/users/me"))).rejects.toMatchObject({ status: 401 }));
  await waitFor(() => expect(result.current).toMatchObject({ user: null, hints: { lost: true } }));
});

test("another tab's leaving is heard here", async () => {
  serve({ [SESSION]: sessionIs({ user: noora, roles: [] }) });
  const { result } = look();
  await waitFor(() => expect(result.current.user).toEqual(noora));
  const told = { key: "ovelle.signed-in", oldValue: "1", newValue: null };
  act(() => void window.dispatchEvent(new StorageEvent("storage", told)));
  expect(result.current.user).toBeNull();
});

test.each([
  ["staff that does not order for callers", { user: null, roles: ["dispatch"] }, "/tyo"],
  ["nobody", { user: null, roles: [] }, "/rekisteroidy"],
  [
    "who has not accepted the terms",
    { user: aUser({ acceptedTerms: false }), roles: [] },
    "/hyvaksy-kayttoehdot",
  ],
  ["the call centre", { user: CALL_CENTRE_USER, roles: ["callcentre"] }, "/"],
  [
    "who has not said their birth date",
    { user: aUser({ showLoyaltySignUpPage: true }), roles: [] },
    "/rekisteroidy/syntymaaika",
  ],
  ["who has", { user: aUser({ showLoyaltySignUpPage: true, birthDateSet: true }), roles: [] }, "/menu?a=1"],
  [
    "a new member",
    { user: aUser({ subscribedToLoyalty: true, loyalty: aMember({ showWelcomeModal: true }) }), roles: [] },
    "/minun-kotijoukot",
  ],
  ["anybody else", { user: noora, roles: [] }, "/menu?a=1"],
])("signing in leads %s on", (_, session, path) => {
  keepOrigin("/menu?a=1");
  expect(pathAfterSignIn(session)).toBe(path);
});

test("the staff go on to the page of theirs that sent them; without an origin all others go home", () => {
  expect(pathAfterSignIn({ user: CALL_CENTRE_USER, roles: ["callcentre"] }, "/seuranta?vaihe=oven")).toBe(
    "/seuranta?vaihe=oven",
  );
  expect(pathAfterSignIn({ user: noora, roles: [] })).toBe("/");
});

test.each([
  ["/menu?from=/kirjaudu", true],
  ["/seuranta?vaihe=late", true],
  ["/menu#pizzat", true],
  [`/${"a".repeat(199)}`, true],
  [`/${"a".repeat(200)}`, false],
  ["", false],
  ["menu", false],
  ["//evil.example", false],
  ["/menu//a", false],
  ["/\\evil.example", false],
  ["https://evil.example", false],
  ["javascript:alert(1)", false],
  ["/ä", false],
  ["/a b", false],
  ["/api/users/me", false],
  ["/%61pi/users/me", false],
  ["/menu/../api/x", false],
  ["/kirjaudu", false],
  ["/KIRJAUDU?a", false],
  ["/rekisteroidy/syntymaaika", false],
  ["/%zz", false],
])("whether one is led back to %j: %s", (path, is) => {
  expect(isOwnPath(path)).toBe(is);
});

test("the way back survives the way there", () => {
  const query = new URLSearchParams(signInPath("/seuranta?haku=a%26b", true).split("?")[1]);
  expect([query.get("paluu"), hasEnded(query)]).toEqual(["/seuranta?haku=a%26b", true]);
  expect(hasEnded(new URLSearchParams(signInPath("/").split("?")[1]))).toBe(false);
});
