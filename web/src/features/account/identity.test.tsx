/** Linking and unlinking a provider on the page of one's own data. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import type { User } from "../../api/wire";
import { forgetSecrets, takeSecrets } from "../../lib/secrets";
import { aUser, knowing } from "../../session/testing/people";
import { useUser } from "../../session/useUser";
import { IdentityCard } from "./IdentityCard";

const PATH = "/asiakastili/omat-tiedot";
const START = "/api/users/identity/oidc/start";
const LINK = "POST /api/users/linkProvider";
const UNLINK = "DELETE /api/users/me/provider/oidc";
const IDENTITY = "GET /api/users/identity";
const TOKEN = "#identity=token&provider=oidc&providerToken=abc";
const body = { provider: "oidc", providerToken: "abc" };
const known: Answer = {
  status: 200,
  body: { providers: [{ id: "oidc", name: "Tunnus", startUrl: START }] },
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  forgetSecrets(PATH);
});

function Shown() {
  const user = useUser();
  return user && <IdentityCard user={user} />;
}

function open(user: User, answers: Record<string, Answer | Answer[]> = {}, fragment = "") {
  const asked = serve({ [IDENTITY]: known, ...answers });
  window.history.replaceState(null, "", PATH + fragment);
  takeSecrets();
  const router = createMemoryRouter([{ path: "*", element: <Shown /> }], { initialEntries: [PATH] });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked.filter.bind(asked, ({ call }) => call !== IDENTITY);
}

test("there is nothing to link where there is no provider", async () => {
  const asked = serve({ [IDENTITY]: { status: 200, body: { providers: [] } } });
  render(
    <QueryClientProvider client={knowing({ user: aUser(), roles: [] })}>
      <IdentityCard user={aUser()} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole("heading")).toBeNull();
});

test("one goes to the provider by a form of the page's own", async () => {
  open(aUser());
  const button = await screen.findByRole("button", { name: "Liitä Tunnus-tili" });
  const form = button.closest("form");
  expect(form).toHaveAttribute("method", "post");
  expect(form).toHaveAttribute("action", `${START}?intent=link`);
});

test("who comes back is asked for the password of the account", async () => {
  const wrong = refusal(401, "users/invalid-credentials", "Virheelliset tunnukset.");
  const linked: Answer = { status: 200, body: aUser({ socialLoginLinked: true }) };
  const asked = open(aUser(), { [LINK]: [wrong, linked] }, TOKEN);
  const sheet = await screen.findByRole("dialog", { name: "Liitä Tunnus-tili" });
  const send = within(sheet).getByRole("button", { name: "Liitä" });
  await userEvent.click(send);
  const password = within(sheet).getByLabelText("Nykyinen salasana");
  expect(password).toHaveAccessibleDescription("Tämä kenttä on pakollinen.");
  expect(asked()).toEqual([]);
  await userEvent.type(password, "kuusi kettua");
  await userEvent.click(send);
  expect(await within(sheet).findByText("Virheelliset tunnukset.")).toBeVisible();
  await userEvent.click(send);
  expect(await screen.findByText("Tunnus liitettiin.")).toBeVisible();
  expect(screen.getByText(/Tunnus-tilisi on liitetty/)).toBeVisible();
  const sent = { ...body, password: "kuusi kettua" };
  expect(asked().map((one) => one.body)).toEqual([sent, sent]);
});

test("who has no password links at once", async () => {
  const linked: Answer = { status: 200, body: aUser({ socialLoginLinked: true, hasPassword: false }) };
  const asked = open(aUser({ hasPassword: false }), { [LINK]: linked }, TOKEN);
  expect(await screen.findByText("Tunnus liitettiin.")).toBeVisible();
  expect(asked().map((one) => one.body)).toEqual([body]);
});

test("a refusal is said", async () => {
  const again = refusal(403, "users/sign-in-again", "Kirjaudu uudelleen, niin voit jatkaa.");
  open(aUser({ hasPassword: false }), { [LINK]: again }, TOKEN);
  expect(await screen.findByText("Kirjaudu uudelleen, niin voit jatkaa.")).toBeVisible();
});

test.each([
  ["missing-permissions", "Salli sähköpostisi jakaminen, jotta tunnuksen voi liittää."],
  ["error", "Liittäminen ei onnistunut. Yritä uudelleen."],
])("who comes back without a token is told why: %s", async (told, says) => {
  open(aUser(), {}, `#identity=${told}`);
  expect(await screen.findByText(says)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a link ends, unless nothing else opens the account", async () => {
  const last = refusal(409, "users/last-sign-in", "Luo ensin salasana sähköpostiin lähetettävästä linkistä.");
  const asked = open(aUser({ socialLoginLinked: true }), { [UNLINK]: [last, { status: 204 }] });
  const button = await screen.findByRole("button", { name: "Poista liitos" });
  await userEvent.click(button);
  expect(await screen.findByText(/^Luo ensin salasana/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Poista liitos" }));
  expect(await screen.findByText("Liitos poistettiin.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Liitä Tunnus-tili" })).toBeVisible();
  expect(asked()).toHaveLength(2);
});
