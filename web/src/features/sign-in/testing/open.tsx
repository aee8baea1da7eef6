/** Opens a page of the way in, for tests. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import type { Answer } from "../../../api/testing/server";
import type { Identity } from "../../../api/wire";

const TEXT = { version: "2026-11", acceptedVersion: null, mustAccept: false };

/** What signing in and registering ask. */
export const identity: Identity = {
  captcha: { provider: "embedded", siteKey: "", minTokenLength: 250 },
  providers: [],
  passwordMin: 6,
  loyaltyAge: 13,
  wheelAge: 15,
  terms: { shop: TEXT, loyalty: TEXT },
};

/** The server's word on it. */
export const IDENTITY: Record<string, Answer> = {
  "GET /api/users/identity": { status: 200, body: identity },
};
/** A captcha that is solved at once. */
export const CAPTCHA: Record<string, Answer> = {
  "POST /api/users/captcha": { status: 200, body: { challenge: "a".repeat(256), difficulty: 0 } },
};

/** Opens the page at a path; wherever else one is led, *Perillä* stands. */
export function openPage(Page: ComponentType, path: string, client = freshClient()) {
  const at = path.split(/[?#]/)[0] ?? "";
  const routes = [
    { path: at, element: <Page /> },
    { path: "*", element: <p>Perillä</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

function freshClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } });
}
