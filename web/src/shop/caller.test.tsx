import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { serve } from "../api/testing/server";
import { aUser, CALL_CENTRE_USER, knowing } from "../session/testing/people";
import { NOBODY } from "../session/userSession";
import { useUserActions } from "../session/useUserActions";
import { isAdult, useShopper } from "./caller";
import { lookAt } from "./testing/page";

afterEach(() => vi.useRealTimers());

test("who is not known to be anybody is a guest without being asked, and sees no alcohol", () => {
  const asked = serve({});
  const { result } = lookAt(useShopper);
  expect(result.current).toEqual({ isStaff: false, canSeeAlcohol: false });
  expect(asked).toEqual([]);
});

test("the call centre is known, until it signs out", async () => {
  serve({});
  const client = knowing({ user: CALL_CENTRE_USER, roles: ["callcentre"] });
  const { result } = lookAt(() => ({ shopper: useShopper(), actions: useUserActions() }), client);
  expect(result.current.shopper).toEqual({ isStaff: true, canSeeAlcohol: false });
  act(() => result.current.actions.become(NOBODY));
  await waitFor(() => expect(result.current.shopper.isStaff).toBe(false));
});

// spec: MN-38
test.each([
  ["2008-11-28", true, true],
  ["2008-11-29", true, false],
  ["1970-01-01", false, false],
  ["1970-01-01", true, true],
])("born %s, said: %s, one is an adult: %s", (birthDate, birthDateSet, is) => {
  // Half past one in Helsinki, the day before in London.
  expect(isAdult(aUser({ birthDate, birthDateSet }), Date.parse("2026-11-27T23:30:00Z"))).toBe(is);
});
