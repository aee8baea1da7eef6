import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { serve } from "../api/testing/server";
import { useSession } from "../session/useSession";
import { useShopper } from "./caller";
import { lookAt } from "./testing/page";

beforeEach(() => localStorage.clear());

const riikka = {
  email: "riikka@ovelle.example",
  restaurantIds: [],
  mustChangePassword: false,
  roles: ["callcentre"],
};

test("who has never signed in is a guest without being asked, and sees no alcohol", () => {
  const asked = serve({});
  const { result } = lookAt(useShopper);
  expect(result.current).toEqual({ isStaff: false, canSeeAlcohol: false });
  expect(asked).toEqual([]);
});

// spec: OS-35
test("the call centre is known, from its signing in until its signing out, and on the next visit", async () => {
  serve({
    "POST /api/users/staff/sign-in": { status: 200, body: riikka },
    "POST /api/users/staff/sign-out": { status: 204 },
    "GET /api/users/staff/me": { status: 200, body: riikka },
  });
  const { result } = lookAt(() => ({ shopper: useShopper(), session: useSession() }));
  await act(() => result.current.session.signIn(riikka.email, "tuli uunissa"));
  await waitFor(() => expect(result.current.shopper).toEqual({ isStaff: true, canSeeAlcohol: false }));
  const nextVisit = lookAt(useShopper);
  await waitFor(() => expect(nextVisit.result.current.isStaff).toBe(true));
  await act(() => result.current.session.signOut());
  await waitFor(() => expect(result.current.shopper.isStaff).toBe(false));
});
