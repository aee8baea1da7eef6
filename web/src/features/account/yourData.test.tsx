/** What is kept of somebody, as a file, and the end of their account. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import { aUser, knowing, SESSION, sessionIs } from "../../session/testing/people";
import { YourData } from "./YourData";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const EXPORT = "POST /api/users/me/export?format=html";
const ERASE = "POST /api/users/me/erase";
const LOGOUT = "POST /api/users/logout";

function open(fragment: string, answers: Record<string, Answer | Answer[]>, user = aUser()) {
  const asked = serve({ [SESSION]: sessionIs({ user, roles: [] }), [LOGOUT]: { status: 204 }, ...answers });
  const routes = [
    { path: "/tiedot", element: <YourData user={user} /> },
    { path: "/", element: <p>Etusivu</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [`/tiedot#${fragment}`] });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => asked.filter(({ call }) => call !== SESSION);
}

function named(answer: Answer, field: string): Answer {
  return { ...answer, body: { ...(answer.body as object), metadata: { field } } };
}

test("the file is asked for with the password, and saved", async () => {
  const saved: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const wrong = named(refusal(422, "password/wrong", "Salasana on väärin."), "currentPassword");
  const asked = open("lataa-tiedot", { [EXPORT]: [wrong, { status: 200, body: "<html>" }] });
  const dialog = await screen.findByRole("dialog", { name: "Lataa omat tiedot" });
  const press = () => userEvent.click(within(dialog).getByRole("button", { name: "Lataa sivuna" }));
  await press();
  const password = within(dialog).getByLabelText("Nykyinen salasana");
  expect(password).toHaveAccessibleDescription(/Tämä kenttä on pakollinen\./);
  expect(asked()).toEqual([]);
  await userEvent.type(password, "kuusi kettua");
  await press();
  await waitFor(() => expect(password).toHaveAccessibleDescription(/Salasana on väärin\./));
  await press();
  expect(await within(dialog).findByText("Tiedosto on ladattu.")).toBeVisible();
  expect(saved).toEqual(["ovelle-omat-tiedot.html"]);
  expect(asked()).toEqual([
    { call: EXPORT, body: { currentPassword: "kuusi kettua" } },
    { call: EXPORT, body: { currentPassword: "kuusi kettua" } },
  ]);
});

test("an account ends by a word and the password, and leads to the front page signed out", async () => {
  const asked = open("poista-tili", { [ERASE]: { status: 204 } });
  const dialog = await screen.findByRole("dialog", { name: "Poista tili" });
  expect(within(dialog).getByText(/Säilytämme kuusi vuotta kirjanpitoa varten/)).toBeVisible();
  const press = () => userEvent.click(within(dialog).getByRole("button", { name: "Poista tili" }));
  await userEvent.type(within(dialog).getByLabelText("Kirjoita POISTA"), "poista");
  await userEvent.type(within(dialog).getByLabelText("Nykyinen salasana"), "kuusi kettua");
  await press();
  const word = within(dialog).getByLabelText("Kirjoita POISTA");
  expect(word).toHaveAccessibleDescription(/Kirjoita POISTA isoilla kirjaimilla\./);
  expect(asked()).toEqual([]);
  await userEvent.clear(word);
  await userEvent.type(word, "POISTA");
  await press();
  expect(await screen.findByText("Etusivu")).toBeVisible();
  const [erased] = asked();
  expect(erased).toMatchObject({
    call: ERASE,
    body: { confirm: "POISTA", currentPassword: "kuusi kettua", endUnpaid: false },
  });
  expect(erased?.key).toMatch(/^[\w-]{8,128}$/);
});

test("an open order is said with the way to it, and an unpaid one may be ended along", async () => {
  const isOpen = refusal(
    409,
    "users/open-orders",
    "Tilauksesi on vielä kesken. Poista tili, kun se on valmis.",
  );
  const asked = open("poista-tili", { [ERASE]: [isOpen, { status: 204 }] }, aUser({ hasPassword: false }));
  const dialog = await screen.findByRole("dialog", { name: "Poista tili" });
  expect(within(dialog).queryByLabelText("Nykyinen salasana")).toBeNull();
  await userEvent.type(within(dialog).getByLabelText("Kirjoita POISTA"), "POISTA");
  const press = () => userEvent.click(within(dialog).getByRole("button", { name: "Poista tili" }));
  await press();
  const alert = await within(dialog).findByText(/Tilauksesi on vielä kesken/);
  expect(alert.closest('[role="alert"]')).not.toBeNull();
  expect(within(dialog).getByRole("link", { name: "Katso tilauksesi" })).toHaveAttribute(
    "href",
    "/asiakastili/tilaushistoria",
  );
  await userEvent.click(within(dialog).getByRole("checkbox", { name: "Peru maksua odottava tilaukseni" }));
  await press();
  expect(await screen.findByText("Etusivu")).toBeVisible();
  const sent = asked().filter(({ call }) => call === ERASE);
  expect(sent.map(({ body }) => body)).toEqual([
    { confirm: "POISTA", endUnpaid: false },
    { confirm: "POISTA", endUnpaid: true },
  ]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});
