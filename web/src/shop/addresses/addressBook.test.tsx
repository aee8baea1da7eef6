/** The address book's calls, and what is read anew behind each. */
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import { aUser, knowing, SESSION, sessionIs } from "../../session/testing/people";
import { sessionQuery } from "../../session/userSession";
import { anAddress } from "../testing/orders";
import { addressesQuery, useAddressActions } from "./addressBook";

afterEach(() => vi.unstubAllGlobals());

const BOOK = "/api/users/me/addresses";
const address = anAddress({ apartmentNumber: "A 3", extraInfo: "Ovikoodi 2480" });
const wire = {
  streetAddress: address.streetAddress,
  apartmentNumber: "A 3",
  zipCode: address.zipCode,
  city: address.city,
  extraInfo: "Ovikoodi 2480",
  latitude: String(address.latitude),
  longitude: String(address.longitude),
};
const kept = { ...wire, addressId: "7", primaryAddress: true };

// spec: OS-59
test("an address is created, changed, made the favourite and removed by its id; each time the user is read anew", async () => {
  const user = aUser();
  const asked = serve({
    [SESSION]: sessionIs({ user, roles: [] }),
    [`GET ${BOOK}`]: { status: 200, body: [] },
    [`POST ${BOOK}`]: { status: 201, body: kept },
    [`PUT ${BOOK}/7`]: { status: 200, body: kept },
    [`POST ${BOOK}/7/primary`]: { status: 200, body: kept },
    [`DELETE ${BOOK}/7`]: { status: 204 },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={knowing({ user, roles: [] })}>{children}</QueryClientProvider>
  );
  const hook = () => {
    useQuery({ ...sessionQuery, staleTime: Infinity });
    useQuery({ ...addressesQuery, staleTime: Infinity });
    return useAddressActions();
  };
  const { result } = renderHook(hook, { wrapper });
  await vi.waitFor(() => expect(asked.map(({ call }) => call)).toEqual([`GET ${BOOK}`]));
  /** What one change asks, the reading behind it in no order. */
  const asks = async (change: () => Promise<unknown>) => {
    asked.length = 0;
    const answer = await act(change);
    const [first, ...rest] = asked;
    expect(rest.map(({ call }) => call).toSorted()).toEqual([`GET ${BOOK}`, SESSION].toSorted());
    return { call: first?.call, body: first?.body, answer };
  };
  const { add, change, makeFavourite, remove } = result.current;
  expect(await asks(() => add(address, false))).toEqual({
    call: `POST ${BOOK}`,
    body: { ...wire, primaryAddress: false },
    answer: kept,
  });
  expect(await asks(() => change("7", address, true))).toEqual({
    call: `PUT ${BOOK}/7`,
    body: { ...wire, primaryAddress: true },
    answer: kept,
  });
  expect(await asks(() => makeFavourite("7"))).toMatchObject({ call: `POST ${BOOK}/7/primary` });
  expect(await asks(() => remove("7"))).toMatchObject({ call: `DELETE ${BOOK}/7` });
});
