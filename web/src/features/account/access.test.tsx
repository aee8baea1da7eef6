/** Who gets to see the pages of an account, and where the others are led. */
import { render, screen, within } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import type { UserSession } from "../../api/wire";
import { aUser, CALL_CENTRE_USER, knowing } from "../../session/testing/people";
import { NOBODY } from "../../session/userSession";
import { aMember } from "../../shop/loyalty/testing/member";
import { Component as AccountPage } from "./AccountPage";

afterEach(() => vi.unstubAllGlobals());

const PAGES = ["", "/etukoodini", "/omat-tiedot", "/osoitteet", "/maksutavat", "/tilaushistoria"];

function arriveAt(page: string, session: UserSession) {
  serve({});
  const routes = [
    { path: "/asiakastili", element: <AccountPage />, children: [{ path: "*", element: <p>Oma sivu</p> }] },
    { path: "*", element: <p>Perillä</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [`/asiakastili${page}`] });
  render(
    <QueryClientProvider client={knowing(session)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.pathname;
}

test.each(PAGES)("/asiakastili%s leads who is not signed in to the door", async (page) => {
  const here = arriveAt(page, NOBODY);
  expect(await screen.findByText("Perillä")).toBeVisible();
  expect(here()).toBe("/kirjaudu");
});

test.each(PAGES)("/asiakastili%s opens to whose account it is", async (page) => {
  const here = arriveAt(page, { user: aUser(), roles: [] });
  expect(await screen.findByText("Oma sivu")).toBeVisible();
  // The account itself is its first page.
  expect(here()).toBe(`/asiakastili${page === "" ? "/omat-tiedot" : page}`);
});

// spec: AC-09
test("the list of pages says what is left to a pizza, and how many codes and orders there are", async () => {
  const user = aUser({
    subscribedToLoyalty: true,
    loyalty: { ...aMember({ slices: 5 }) },
    unusedBenefits: 2,
    activeOrders: 1,
  });
  arriveAt("/omat-tiedot", { user, roles: [] });
  const list = within(await screen.findByRole("navigation", { name: "Asiakastilin sivut" }));
  const links = list.getAllByRole("link").map((link) => [link.getAttribute("href"), link.textContent]);
  expect(links.slice(0, 3)).toEqual([
    ["/minun-kotijoukot", "Minun kotijoukotenää 4 slaissia pizzaan"],
    ["/asiakastili/etukoodini", "Etukoodini2 käyttämättä"],
    ["/asiakastili/tilaushistoria", "Tilaukset1 kesken"],
  ]);
});

// spec: AC-09
test("who is no member is asked to complete joining", async () => {
  arriveAt("/omat-tiedot", { user: aUser(), roles: [] });
  const link = await screen.findByRole("link", { name: /Minun kotijoukot.*Viimeistele liittyminen/ });
  expect(link).toHaveAttribute("href", "/rekisteroidy/syntymaaika");
});

test.each<[string, UserSession, string]>([
  ["the call centre", { user: CALL_CENTRE_USER, roles: ["callcentre"] }, "/tyo"],
  ["other staff", { user: null, roles: ["restaurant"] }, "/tyo"],
  [
    "who has not accepted the terms",
    { user: aUser({ acceptedTerms: false }), roles: [] },
    "/hyvaksy-kayttoehdot",
  ],
])("%s is led on", async (_, session, path) => {
  const here = arriveAt("/omat-tiedot", session);
  expect(await screen.findByText("Perillä")).toBeVisible();
  expect(here()).toBe(path);
});
