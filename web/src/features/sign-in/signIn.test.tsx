import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hasEnded, returnPath, signInPath } from "../../session/signInPath";
import { type Answer, refusal, serve } from "../../api/testing/server";
import { PASSWORD, SIGN_IN } from "./texts";
import { Component as SignInPage } from "./SignInPage";
import { judgeChange, judgeSignIn } from "./validation";

const ME = "GET /api/users/staff/me";
const SIGN = "POST /api/users/staff/sign-in";
const CHANGE = "POST /api/users/staff/password";
const NOBODY = refusal(401, "staff/unauthorized", "Kirjaudu sisään.");

const riikka = (mustChangePassword = false): Answer => ({
  status: 200,
  body: { email: "riikka@ovelle.example", restaurantIds: [], mustChangePassword },
});

// jsdom has no view to scroll.
beforeEach(() => vi.spyOn(window, "scrollTo").mockImplementation(() => {}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(path = "/kirjaudu") {
  const routes = [
    { path: "/kirjaudu", element: <SignInPage /> },
    { path: "*", element: <p>Perillä</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

async function write(email: string, password: string, user = userEvent.setup()) {
  if (email !== "") await user.type(screen.getByLabelText(SIGN_IN.email), email);
  if (password !== "") await user.type(screen.getByLabelText(SIGN_IN.password), password);
  await user.click(screen.getByRole("button", { name: SIGN_IN.send }));
}

describe("signing in", () => {
  test("leads to the page that was asked for", async () => {
    const asked = serve({ [ME]: NOBODY, [SIGN]: riikka() });
    const router = open("/kirjaudu?paluu=%2Fseuranta%3Fvaihe%3Dlate");
    await write(" riikka@ovelle.example ", "tuli uunissa");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: "/seuranta", search: "?vaihe=late" });
    expect(asked.at(-1)).toEqual({
      call: SIGN,
      body: { email: "riikka@ovelle.example", password: "tuli uunissa" },
    });
  });

  test.each([
    ["/kirjaudu?paluu=%2Fostoskori", "/ostoskori"],
    ["/kirjaudu", "/menu"],
  ])("at %s customers read that they need no account, and are led to %s", async (path, back) => {
    serve({ [ME]: NOBODY });
    open(path);
    expect(await screen.findByText(/tilaat ilman tiliäkin/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Takaisin ostoksille" })).toHaveAttribute("href", back);
  });

  test("is not asked of who is in", async () => {
    serve({ [ME]: riikka() });
    open();
    expect(await screen.findByText("Perillä")).toBeVisible();
  });

  test("asks nobody before the form is whole; the first fault gets the focus", async () => {
    const asked = serve({ [ME]: NOBODY });
    open();
    await write("", "");
    expect(screen.getByText(SIGN_IN.noEmail)).toBeVisible();
    expect(screen.getByText(SIGN_IN.noPassword)).toBeVisible();
    expect(screen.getByLabelText(SIGN_IN.email)).toHaveFocus();
    await write("riikka", "");
    expect(screen.getByText(SIGN_IN.badEmail)).toBeVisible();
    await write("@ovelle.example", "");
    expect(screen.getByLabelText(SIGN_IN.password)).toHaveFocus();
    expect(screen.getByLabelText(SIGN_IN.password)).toBeInvalid();
    expect(asked.map(({ call }) => call)).toEqual([ME]);
  });

  test("says in the server's words that it was wrong, and may be tried again", async () => {
    const wrong = refusal(401, "staff/wrong-password", "Sähköposti tai salasana on väärä.");
    serve({ [ME]: NOBODY, [SIGN]: [wrong, riikka()] });
    open();
    await write("riikka@ovelle.example", "arvaus");
    expect(await screen.findByRole("alert")).toHaveTextContent("Sähköposti tai salasana on väärä.");
    expect(screen.getByLabelText(SIGN_IN.password)).toHaveFocus();
    await write("", "s");
    expect(await screen.findByText("Perillä")).toBeVisible();
  });

  test("after too many tries waits for as long as the server asks", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const tooMany = { ...refusal(429, "users/too-many-attempts", "Liian monta yritystä."), retryAfter: 30 };
    const asked = serve({ [ME]: NOBODY, [SIGN]: [tooMany, riikka()] });
    open();
    await write("riikka@ovelle.example", "arvaus", user);
    expect(await screen.findByText(/Yritä uudelleen 30 sekunnin kuluttua\./)).toBeVisible();
    await user.click(screen.getByRole("button", { name: SIGN_IN.send }));
    expect(asked.filter(({ call }) => call === SIGN)).toHaveLength(1);
    for (let second = 0; second < 31; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText(/Liian monta yritystä/)).toBeNull();
    await user.click(screen.getByRole("button", { name: SIGN_IN.send }));
    expect(await screen.findByText("Perillä")).toBeVisible();
  });

  test("without a network says so", async () => {
    serve({ [ME]: NOBODY });
    open();
    await write("riikka@ovelle.example", "tuli uunissa");
    expect(await screen.findByText(SIGN_IN.unreachable)).toBeVisible();
  });

  test("says why one is here again", async () => {
    serve({ [ME]: NOBODY });
    open(signInPath("/seuranta", true));
    expect(await screen.findByText(SIGN_IN.ended)).toBeVisible();
  });
});

describe("a one-time password", () => {
  async function change(chosen: string, again = chosen) {
    const field = await screen.findByLabelText(PASSWORD.chosen);
    await userEvent.clear(field);
    await userEvent.clear(screen.getByLabelText(PASSWORD.again));
    await userEvent.type(field, chosen);
    await userEvent.type(screen.getByLabelText(PASSWORD.again), again);
    await userEvent.click(screen.getByRole("button", { name: PASSWORD.send }));
  }

  test("must be replaced, and need not be written twice", async () => {
    const asked = serve({ [ME]: [NOBODY, riikka()], [SIGN]: riikka(true), [CHANGE]: { status: 204 } });
    open();
    await write("riikka@ovelle.example", "kerta-kaytt-oine-n123");
    expect(await screen.findByRole("heading", { name: PASSWORD.title })).toBeVisible();
    expect(screen.queryByLabelText(PASSWORD.current)).toBeNull();
    await change("tuli on irti");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(asked).toContainEqual({
      call: CHANGE,
      body: { password: "kerta-kaytt-oine-n123", newPassword: "tuli on irti" },
    });
  });

  test("is asked for where the page was loaded anew", async () => {
    serve({ [ME]: riikka(true) });
    open();
    expect(await screen.findByLabelText(PASSWORD.current)).toBeVisible();
  });

  // spec: CK-25
  test("is replaced by what the server takes: its words stand under the field", async () => {
    const common = refusal(422, "password/too-common", "Salasana on liian helppo arvata. Valitse toinen.");
    serve({ [ME]: NOBODY, [SIGN]: riikka(true), [CHANGE]: common });
    open();
    await write("riikka@ovelle.example", "kerta-kaytt-oine-n123");
    await change("lyhyt");
    expect(screen.getByText(PASSWORD.tooShort)).toBeVisible();
    await change("salasana1", "salasana2");
    expect(screen.getByText("Salasanat eivät täsmää.")).toBeVisible();
    await change("salasana1");
    expect(await screen.findByText("Salasana on liian helppo arvata. Valitse toinen.")).toBeVisible();
    expect(screen.getByLabelText(PASSWORD.chosen)).toBeInvalid();
    await userEvent.type(screen.getByLabelText(PASSWORD.chosen), "2");
    expect(screen.queryByText(/liian helppo/)).toBeNull();
  });
});

test("forms are judged field by field", () => {
  expect(judgeSignIn("a@b.fi", "x")).toEqual({ email: null, password: null });
  expect(judgeChange("vanha salasana", "vanha salasana", "vanha salasana").chosen).toBe(PASSWORD.same);
  // Characters are counted as a person counts them.
  expect(judgeChange("x", "🍕🍕🍕🍕🍕🍕🍕🍕", "🍕🍕🍕🍕🍕🍕🍕🍕")).toEqual({
    current: null,
    chosen: null,
    again: null,
  });
});

test.each([
  ["/seuranta?vaihe=late", "/seuranta?vaihe=late"],
  ["//evil.example", "/seuranta"],
  ["/\\evil.example", "/seuranta"],
  ["https://evil.example", "/seuranta"],
  ["javascript:alert(1)", "/seuranta"],
  ["/kirjaudu", "/seuranta"],
  ["", "/seuranta"],
])("after signing in, %j leads to %s", (asked, path) => {
  expect(returnPath(new URLSearchParams({ paluu: asked }))).toBe(path);
});

test("the way back survives the way there", () => {
  const query = new URLSearchParams(signInPath("/seuranta?haku=a%26b", true).split("?")[1]);
  expect([returnPath(query), hasEnded(query)]).toEqual(["/seuranta?haku=a%26b", true]);
  expect(hasEnded(new URLSearchParams(signInPath("/").split("?")[1]))).toBe(false);
});
