/** An address that has an account is said to have one, wherever somebody wants it. */
import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { refusal, serve } from "../api/testing/server";
import type { UserSession } from "../api/wire";
import { Details } from "../features/account/pages";
import { Register } from "../features/sign-in/pages";
import { CAPTCHA, IDENTITY } from "../features/sign-in/testing/open";
import { aUser, knowing, SESSION, sessionIs } from "../session/testing/people";

afterEach(() => vi.unstubAllGlobals());

const WORDS = "Valitsemasi sähköpostiosoite on jo käytössä.";
const TAKEN = refusal(409, "users/email-taken", WORDS);

function open(Page: ComponentType, session: UserSession, path: string) {
  serve({
    ...IDENTITY,
    ...CAPTCHA,
    [SESSION]: sessionIs(session),
    "GET /api/users/me/addresses": { status: 200, body: [] },
    "POST /api/users/register": TAKEN,
    "PATCH /api/users/me": TAKEN,
  });
  const router = createMemoryRouter([{ path: "*", element: <Page /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={knowing(session)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

// spec: AC-23
test("it is said to who registers, with the way to a password, to who changes theirs, and has no third way", async () => {
  open(Register, { user: null, roles: [] }, "/rekisteroidy");
  for (const [label, text] of [
    ["Etunimi", "Noora"],
    ["Sukunimi", "Virtanen"],
    ["Puhelinnumero", "040 123 4567"],
    ["Sähköposti", "noora@posti.example"],
    ["Salasana", "uunissa on 325"],
    ["Salasana uudelleen", "uunissa on 325"],
  ] as const) {
    write(label, text);
  }
  fireEvent.click(screen.getByRole("checkbox", { name: /^Hyväksyn/ }));
  fireEvent.click(screen.getByRole("button", { name: "Luo tili" }));
  const alert = (await screen.findByText(WORDS)).closest<HTMLElement>('[role="alert"]');
  const way = within(alert ?? document.body).getByRole("link", { name: "Unohditko salasanasi?" });
  expect(way).toHaveAttribute("href", "/unohditko-salasanasi");
  cleanup();

  open(Details, { user: aUser(), roles: [] }, "/#muokkaa-tietoja");
  const dialog = within(await screen.findByRole("dialog", { name: "Muokkaa yhteystietoja" }));
  write("Sähköposti", "nora@posti.example");
  write("Nykyinen salasana", "kuusi kettua");
  fireEvent.click(dialog.getByRole("button", { name: "Tallenna" }));
  expect(await dialog.findByText(WORDS)).toBeVisible();

  // Nobody changes the address of somebody else: there is no third call that could say so.
  const openapi = readFileSync("src/api/openapi.json", "utf8");
  expect(openapi).toContain(`"message": "${WORDS}"`);
  const { paths } = JSON.parse(openapi) as { paths: Record<string, unknown> };
  expect(Object.keys(paths).filter((path) => /admin/i.test(path))).toEqual([]);
});
