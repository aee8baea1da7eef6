import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { refusal, serve } from "../api/testing/server";
import { CALL_CENTRE_USER } from "./testing/people";
import { useSession } from "./useSession";
import { useStaff } from "./useStaff";
import { useUser } from "./useUser";
import { useUserActions } from "./useUserActions";

afterEach(() => vi.unstubAllGlobals());

test("a session that ends is remembered as ended until somebody signs in; one that is left is not", async () => {
  const riikka = { email: "riikka@ovelle.example", restaurantIds: [], mustChangePassword: false };
  const me = { status: 200, body: riikka };
  serve({
    "GET /api/users/staff/me": [refusal(401, "staff/unauthorized", "Kirjaudu sisään."), me],
    "POST /api/users/staff/sign-out": { status: 204 },
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = () => ({
    staff: useStaff(),
    session: useSession(),
    user: useUser(),
    actions: useUserActions(),
  });
  const { result } = renderHook(hook, { wrapper });
  const signIn = async () => {
    act(() => result.current.actions.become({ user: CALL_CENTRE_USER, roles: ["callcentre"] }));
    await waitFor(() => expect(result.current.staff).toMatchObject({ member: riikka, ended: false }));
  };
  await waitFor(() => expect(result.current.staff).toMatchObject({ member: null, ended: false }));
  await signIn();
  act(() => result.current.session.end());
  expect(result.current).toMatchObject({ staff: { member: null, ended: true }, user: null });
  await signIn();
  await act(() => result.current.session.signOut());
  expect(result.current).toMatchObject({ staff: { member: null, ended: false }, user: null });
});
