import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { refusal, serve } from "../api/testing/server";
import { useSession } from "./useSession";
import { useStaff } from "./useStaff";

afterEach(() => vi.unstubAllGlobals());

test("a session that ends is remembered as ended until somebody signs in; one that is left is not", async () => {
  const riikka = { email: "riikka@ovelle.example", restaurantIds: [], mustChangePassword: false };
  serve({
    "GET /api/users/staff/me": refusal(401, "staff/unauthorized", "Kirjaudu sisään."),
    "POST /api/users/staff/sign-in": { status: 200, body: riikka },
    "POST /api/users/staff/sign-out": { status: 204 },
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ staff: useStaff(), session: useSession() }), { wrapper });
  const signIn = () => act(() => result.current.session.signIn(riikka.email, "tuli uunissa"));
  await waitFor(() => expect(result.current.staff).toMatchObject({ member: null, ended: false }));
  await signIn();
  expect(result.current.staff).toMatchObject({ member: riikka, ended: false });
  act(() => result.current.session.end());
  expect(result.current.staff).toMatchObject({ member: null, ended: true });
  await signIn();
  expect(result.current.staff).toMatchObject({ member: riikka, ended: false });
  await act(() => result.current.session.signOut());
  expect(result.current.staff).toMatchObject({ member: null, ended: false });
});
