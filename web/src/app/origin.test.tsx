/** The way to the door and back: where one was is remembered, whichever link one follows. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serve } from "../api/testing/server";
import { SignIn } from "../features/sign-in/pages";
import { ORIGIN } from "../session/signInPath";
import { aUser, SESSION, sessionIs } from "../session/testing/people";
import { createQueryClient } from "./queryClient";
import { Root } from "./Root";
import { Header } from "./shell/Header";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // jsdom has no view to scroll.
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

/** The shop with its header and its door; every other page is empty. */
function open(path: string) {
  serve({ [SESSION]: sessionIs(), "POST /api/users/login": { status: 200, body: aUser() } });
  const shop = (
    <>
      <Header />
      <Outlet />
    </>
  );
  const pages = [
    { path: "/kirjaudu", element: <SignIn /> },
    { path: "*", element: <p>Sivu</p> },
  ];
  const routes = [{ element: <Root />, children: [{ element: shop, children: pages }] }];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.pathname + router.state.location.search;
}

// spec: LG-20
test("who goes to the door comes back to where they were, by whichever link they went", async () => {
  const here = open("/menu?suodatin=vegaani");
  const header = within(await screen.findByRole("banner"));
  const door = () => header.getByRole("link", { name: "Kirjaudu sisään" });
  fireEvent.click(door());
  await waitFor(() => expect(here()).toBe("/kirjaudu"));
  expect(sessionStorage.getItem(ORIGIN)).toBe("/menu?suodatin=vegaani");
  // A link of the menu is where one comes from next.
  fireEvent.click(header.getByRole("link", { name: "Ravintolat" }));
  await waitFor(() => expect(here()).toBe("/ravintolat"));
  await waitFor(() => expect(sessionStorage.getItem(ORIGIN)).toBe("/ravintolat"));
  fireEvent.click(door());
  fireEvent.change(await screen.findByLabelText("Sähköposti"), { target: { value: "a@posti.example" } });
  fireEvent.change(screen.getByLabelText("Salasana"), { target: { value: "tuli uunissa" } });
  fireEvent.click(screen.getByRole("button", { name: "Kirjaudu sisään" }));
  await waitFor(() => expect(here()).toBe("/ravintolat"));
});
