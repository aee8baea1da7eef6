import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import type { User } from "../../api/wire";
import { aUser, CALL_CENTRE_USER, knowing } from "../../session/testing/people";
import { aMember } from "../../shop/loyalty/testing/member";
import { LoyaltyCard } from "./LoyaltyCard";

beforeEach(() => localStorage.clear());

function show(user: User | null) {
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <MemoryRouter>
        <LoyaltyCard />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const way = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

// spec: LO-36, SH-03
test("a member sees their slices and what is missing", () => {
  show(aUser({ subscribedToLoyalty: true, loyalty: { ...aMember({ slices: 5 }) } }));
  expect(screen.getByRole("heading", { name: "Palkintoslaissini" })).toBeVisible();
  expect(screen.getByRole("img", { name: "5 slaissia yhdeksästä." })).toBeVisible();
  expect(screen.getByText("Enää 4 slaissia ja ilmaista pizzaa pukkaa.")).toBeVisible();
  expect(way("Katso slaissisi")).toBe("/minun-kotijoukot");
});

// spec: LO-12
test("who is signed out is invited", () => {
  show(null);
  expect(screen.getByText(/^Yhdeksästä slaissista saat pizzan\./)).toBeVisible();
  // The slices that are drawn are nobody's.
  expect(screen.queryByRole("img")).toBeNull();
  expect(way("Lue lisää ja liity")).toBe("/kotijoukot");
});

// spec: LO-32
test("a member who comes back is led to the door", () => {
  localStorage.setItem("ovelle.member", "1");
  show(null);
  expect(way("Kirjaudu sisään")).toBe("/kirjaudu");
});

test("the call centre has none", () => {
  show(CALL_CENTRE_USER);
  expect(screen.queryByRole("heading")).toBeNull();
});
