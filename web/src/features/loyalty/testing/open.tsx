/** Opens a page of the loyalty programme, for tests. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { type Answer, serve } from "../../../api/testing/server";
import type { LoyaltyMember } from "../../../api/loyalty";
import type { User } from "../../../api/wire";
import { aUser, knowing, SESSION, sessionIs } from "../../../session/testing/people";
import { aMember } from "../../../shop/loyalty/testing/member";
import { Component as MemberPage } from "../MemberPage";

/** The call that reads the card. */
export const MEMBER = "GET /api/loyalty/member";
/** The call that spins. */
export const SPIN = "POST /api/wheel/spin";
export const PRIZE_SEEN = "POST /api/loyalty/member/setPrizeModal";
export const WELCOME_SEEN = "POST /api/loyalty/member/setWelcomeModal";

/** A member who has said all. */
export const member = aUser({ subscribedToLoyalty: true, birthDate: "1990-02-28", birthDateSet: true });

/** Opens a page for somebody; wherever else one is led, *Perillä* stands. */
export function openFor(
  user: User | null,
  Page: ComponentType,
  at: string,
  answers: Record<string, Answer | Answer[]> = {},
) {
  const asked = serve({ [SESSION]: sessionIs({ user, roles: [] }), ...answers });
  const path = at.split("#")[0] ?? "";
  const routes = [
    { path, element: <Page /> },
    { path: "*", element: <p>Perillä</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { asked, router };
}

/** Opens a member's page with a card, which their session has as it is. */
export function openMember(
  card: Partial<LoyaltyMember> = {},
  answers: Record<string, Answer | Answer[]> = {},
  fragment = "",
) {
  return openFor({ ...member, loyalty: aMember(card) }, MemberPage, `/minun-kotijoukot${fragment}`, {
    [MEMBER]: { status: 200, body: aMember(card) },
    "GET /api/loyalty/benefits": { status: 200, body: [] },
    ...answers,
  });
}
