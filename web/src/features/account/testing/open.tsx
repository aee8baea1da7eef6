/** Opens a page of an account, for tests. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { type Answer, type Question, serve } from "../../../api/testing/server";
import type { User, UserAddress } from "../../../api/wire";
import { aUser, knowing, SESSION, sessionIs } from "../../../session/testing/people";

/** Opens the page of somebody who is signed in, with a dialog where a fragment names one. */
export function openAs(
  user: User,
  Page: ComponentType,
  answers: Record<string, Answer | Answer[]> = {},
  fragment = "",
): Question[] {
  const asked = serve({ [SESSION]: sessionIs({ user, roles: [] }), ...answers });
  const router = createMemoryRouter([{ path: "/", element: <Page /> }], { initialEntries: [`/${fragment}`] });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

/** Noora, who has said all. */
export const noora = aUser();

/** A saved address. */
export function addressOf(parts: Partial<UserAddress> = {}): UserAddress {
  return {
    addressId: "1",
    streetAddress: "Vilhonkatu 4",
    apartmentNumber: "B 12",
    zipCode: "00100",
    city: "Helsinki",
    primaryAddress: true,
    extraInfo: "",
    latitude: "60.17",
    longitude: "24.94",
    ...parts,
  };
}
