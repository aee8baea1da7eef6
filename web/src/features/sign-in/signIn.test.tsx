import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import { wordsOf } from "../../api/testing/wordsOf";
import { keepOrigin, signInPath } from "../../session/signInPath";
import { aUser, CALL_CENTRE_USER, SESSION, sessionIs } from "../../session/testing/people";
import { PASSWORD, REFUSED, SIGN_IN } from "./texts";
import { Component as RegisterPage } from "./RegisterPage";
import { Component as SignInPage } from "./SignInPage";
import { CAPTCHA, identity, IDENTITY, openPage } from "./testing/open";
import { judgeChange } from "./validation";

const ME = "GET /api/users/staff/me";
const LOGIN = "POST /api/users/login";
const CHANGE = "POST /api/users/staff/password";
const NOBODY = { ...IDENTITY, [SESSION]: sessionIs() };
const noora = aUser();
const IN: Answer = { status: 200, body: noora };
const WRONG = refusal(401, "users/invalid-credentials", "Virheelliset tunnukset.");
const staff = () => ({
  ...IDENTITY,
  [SESSION]: [sessionIs(), sessionIs({ user: CALL_CENTRE_USER, roles: ["callcentre"] })],
});

const riikka = (mustChangePassword = false): Answer => ({
  status: 200,
  body: { email: "riikka@ovelle.example", restaurantIds: [], mustChangePassword },
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // jsdom has no view to scroll.
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = (path = "/kirjaudu") => openPage(SignInPage, path);
const password = () => screen.getByLabelText(SIGN_IN.password);

async function write(email: string, secret: string, user = userEvent.setup()) {
  if (email !== "") await user.type(await screen.findByLabelText(SIGN_IN.email), email);
  if (secret !== "") await user.type(password(), secret);
  await user.click(screen.getByRole("button", { name: SIGN_IN.send }));
}

describe("signing in", () => {
  test("leads a customer back to where they came from", async () => {
    keepOrigin("/menu?suodatin=vegaani");
    const asked = serve({ ...NOBODY, [LOGIN]: IN });
    const router = open();
    await write(" noora@posti.example ", "tuli uunissa");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: "/menu", search: "?suodatin=vegaani" });
    const body = { email: "noora@posti.example", password: "tuli uunissa" };
    expect(asked.find(({ call }) => call === LOGIN)).toEqual({ call: LOGIN, body });
  });

  test("leads the staff to the page of theirs that they came from", async () => {
    serve({ ...staff(), [LOGIN]: { status: 200, body: CALL_CENTRE_USER }, [ME]: riikka() });
    const router = open(signInPath("/seuranta?vaihe=late"));
    await write("riikka@ovelle.example", "tuli uunissa");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: "/seuranta", search: "?vaihe=late" });
  });

  // spec: LG-16, LG-17, LG-18, CC-09
  test.each([
    ["who has not accepted the terms", aUser({ acceptedTerms: false }), "/hyvaksy-kayttoehdot"],
    ["the call centre", CALL_CENTRE_USER, "/"],
    [
      "who has not said their birth date",
      aUser({ showLoyaltySignUpPage: true }),
      "/rekisteroidy/syntymaaika",
    ],
  ])("leads %s on, wherever they came from", async (_, user, path) => {
    keepOrigin("/menu");
    const before = user === CALL_CENTRE_USER ? staff() : NOBODY;
    serve({ ...before, [LOGIN]: { status: 200, body: user }, [ME]: riikka() });
    const router = open();
    await write("noora@posti.example", "tuli uunissa");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe(path);
  });

  // spec: LG-21
  test("and registering are not asked of who is in; who is nobody after all is led to register", async () => {
    for (const [Page, path] of [
      [SignInPage, "/kirjaudu"],
      [RegisterPage, "/rekisteroidy"],
    ] as const) {
      serve({ ...IDENTITY, [SESSION]: sessionIs({ user: noora, roles: [] }) });
      const router = openPage(Page, path);
      expect(await screen.findByText("Perillä")).toBeVisible();
      expect(router.state.location.pathname).toBe("/");
      cleanup();
    }
    serve({ ...NOBODY, [LOGIN]: { status: 200, body: { user: null, roles: [] } } });
    const router = open();
    await write("noora@posti.example", "tuli uunissa");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe("/rekisteroidy");
  });

  // spec: LG-22
  test("asks nobody before the form is whole; the first fault gets the focus", async () => {
    const asked = serve(NOBODY);
    open();
    await write("", "");
    expect(screen.getAllByText("Tämä kenttä on pakollinen.")).toHaveLength(2);
    expect(screen.getByLabelText(SIGN_IN.email)).toHaveFocus();
    await write("riikka", "");
    expect(screen.getByText("Antamasi sähköposti on virheellinen.")).toBeVisible();
    await write("@ovelle.example", "");
    expect(password()).toHaveFocus();
    expect(password()).toBeInvalid();
    expect(asked.map(({ call }) => call)).not.toContain(LOGIN);
  });

  // spec: LG-39
  test("says first that it was wrong, with the way to a new password, and may be tried again", async () => {
    expect(wordsOf("users/invalid-credentials")).toBe("Virheelliset tunnukset.");
    serve({ ...NOBODY, [LOGIN]: [WRONG, IN] });
    open();
    expect(screen.getAllByRole("link", { name: SIGN_IN.forgotten })).toHaveLength(1);
    await write("noora@posti.example", "arvaus");
    const alert = await screen.findByRole("alert");
    await waitFor(() => expect(alert).toHaveTextContent("Virheelliset tunnukset. Unohditko salasanasi?"));
    expect(screen.getAllByRole("link", { name: SIGN_IN.forgotten })).toHaveLength(1);
    expect(password()).toHaveFocus();
    expect(password()).toHaveValue("arvaus");
    await write("", "s");
    expect(await screen.findByText("Perillä")).toBeVisible();
  });

  // spec: LG-41
  test.each([
    ["ours", refusal(422, "request/invalid", "Tarkista."), "Virhe. Tarkista tiedot ja yritä uudelleen"],
    ["of another kind", refusal(404, "cms/not-found", "Ei."), "Virhe. Tarkista tiedot ja yritä uudelleen"],
    ["the server's", { status: 500 }, "Virhe. Yritä uudelleen myöhemmin"],
  ])("says of a fault that is %s what to do", async (_, answer, words) => {
    serve({ ...NOBODY, [LOGIN]: answer });
    open();
    await write("noora@posti.example", "arvaus");
    expect(await screen.findByText(words)).toBeVisible();
  });

  // spec: LG-42
  test("after too many tries waits for as long as the server asks", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const tooMany = { ...refusal(429, "users/too-many-attempts", "Liian monta yritystä."), retryAfter: 30 };
    const asked = serve({ ...NOBODY, [LOGIN]: [tooMany, IN] });
    open();
    await write("noora@posti.example", "arvaus", user);
    const words =
      "Liian monta kirjautumisyritystä lyhyessä ajassa. Odota hetki ja yritä uudelleen 30 sekunnin kuluttua.";
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole("button", { name: SIGN_IN.send }));
    expect(asked.filter(({ call }) => call === LOGIN)).toHaveLength(1);
    for (let second = 0; second < 31; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    await user.click(screen.getByRole("button", { name: SIGN_IN.send }));
    expect(await screen.findByText("Perillä")).toBeVisible();
  });

  test("solves a captcha unseen where one is asked for", async () => {
    const required = refusal(403, "captcha/required", "Virhe. Yritä uudelleen myöhemmin");
    const asked = serve({ ...NOBODY, ...CAPTCHA, [LOGIN]: [required, IN] });
    open();
    await write("noora@posti.example", "tuli uunissa");
    expect(await screen.findByText("Perillä")).toBeVisible();
    const bodies = asked.filter(({ call }) => call === LOGIN).map(({ body }) => body);
    expect(bodies.at(-1)).toMatchObject({ googleRecaptchaToken: expect.stringMatching(/^a{256}\.\d+$/) });
  });

  test("asks the staff for their second factor where they have one", async () => {
    const required = refusal(401, "staff/code-required", "Anna vahvistuskoodi.");
    const asked = serve({
      ...staff(),
      [LOGIN]: [required, { status: 200, body: CALL_CENTRE_USER }],
      [ME]: riikka(),
    });
    open();
    await write("riikka@ovelle.example", "tuli uunissa");
    await userEvent.type(await screen.findByLabelText("Anna vahvistuskoodi."), "123456");
    await userEvent.click(screen.getByRole("button", { name: SIGN_IN.send }));
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(asked.findLast(({ call }) => call === LOGIN)?.body).toMatchObject({ code: "123456" });
  });

  test("without a network says so", async () => {
    serve({});
    open();
    await write("noora@posti.example", "tuli uunissa");
    expect(await screen.findByText(REFUSED.unreachable)).toBeVisible();
  });

  const DECLINED = "Jotta voit kirjautua toisen palvelun tunnuksilla, sinun tulee hyväksyä käyttöehdot.";

  // spec: LG-03, LG-04
  test.each([
    [signInPath("/seuranta", true), SIGN_IN.ended],
    ["/kirjaudu?passwordUpdated=true", "Salasana vaihdettu"],
    ["/kirjaudu?declinedTerms=1", DECLINED],
  ])("at %s says why one is here: %s", async (path, words) => {
    serve(NOBODY);
    open(path);
    expect(await screen.findByText(words, { exact: false })).toBeVisible();
    const back = screen.queryByRole("link", { name: "Takaisin ostoksille" });
    expect(back?.getAttribute("href") ?? null).toBe(words === DECLINED ? "/menu" : null);
  });

  test("offers other ways in only where there are some, and says who guards the page only where it is not us", async () => {
    const providers = [{ id: "g", name: "Google", startUrl: "/api/users/identity/g/start" }];
    const captcha = { ...identity.captcha, provider: "recaptcha" };
    const other = { ...identity, providers, captcha };
    serve({ [SESSION]: sessionIs(), "GET /api/users/identity": { status: 200, body: other } });
    open();
    const way = await screen.findByRole("link", { name: "Jatka Google-tilillä" });
    expect(way).toHaveAttribute("href", "/api/users/identity/g/start");
    expect(screen.getByText(/Sivua suojaa reCAPTCHA\./)).toBeVisible();
  });

  test("invites who has no account", async () => {
    serve(NOBODY);
    open();
    expect(await screen.findByRole("link", { name: "Rekisteröidy" })).toHaveAttribute(
      "href",
      "/rekisteroidy",
    );
    expect(screen.queryByText(/reCAPTCHA/)).toBeNull();
  });

  test("shows the password to who wants to see it", async () => {
    serve(NOBODY);
    open();
    expect(password()).toHaveAttribute("type", "password");
    await userEvent.click(screen.getByRole("button", { name: "Näytä merkit" }));
    expect(password()).toHaveAttribute("type", "text");
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
  const login = { [LOGIN]: { status: 200, body: CALL_CENTRE_USER } };

  test("must be replaced, and need not be written twice", async () => {
    const asked = serve({ ...staff(), ...login, [ME]: [riikka(true), riikka()], [CHANGE]: { status: 204 } });
    open();
    await write("riikka@ovelle.example", "kerta-kaytt-oine-n123");
    expect(await screen.findByRole("heading", { name: PASSWORD.title })).toBeVisible();
    expect(screen.queryByLabelText(PASSWORD.current)).toBeNull();
    await change("tuli on irti");
    expect(await screen.findByText("Perillä")).toBeVisible();
    const body = { password: "kerta-kaytt-oine-n123", newPassword: "tuli on irti" };
    expect(asked).toContainEqual({ call: CHANGE, body });
  });

  test("is asked for where the page was loaded anew", async () => {
    serve({
      ...IDENTITY,
      [SESSION]: sessionIs({ user: CALL_CENTRE_USER, roles: ["callcentre"] }),
      [ME]: riikka(true),
    });
    open();
    expect(await screen.findByLabelText(PASSWORD.current)).toBeVisible();
  });

  // spec: CK-25
  test("is replaced by what the server takes: its words stand under the field", async () => {
    const common = refusal(422, "password/too-common", "Salasana on liian yleinen.");
    serve({ ...staff(), ...login, [ME]: riikka(true), [CHANGE]: common });
    open();
    await write("riikka@ovelle.example", "kerta-kaytt-oine-n123");
    await change("lyhyt");
    expect(screen.getByText(PASSWORD.tooShort)).toBeVisible();
    await change("salasana1", "salasana2");
    expect(screen.getByText("Salasanat eivät täsmää.")).toBeVisible();
    await change("salasana1");
    expect(await screen.findByText("Salasana on liian yleinen.")).toBeVisible();
    expect(screen.getByLabelText(PASSWORD.chosen)).toBeInvalid();
    await userEvent.type(screen.getByLabelText(PASSWORD.chosen), "2");
    expect(screen.queryByText(/liian yleinen/)).toBeNull();
  });
});

test("a password that is replaced is judged as a person counts", () => {
  expect(judgeChange("vanha salasana", "vanha salasana", "vanha salasana").chosen).toBe(PASSWORD.same);
  expect(judgeChange("x", "🍕🍕🍕🍕🍕🍕🍕🍕", "🍕🍕🍕🍕🍕🍕🍕🍕")).toEqual({
    current: null,
    chosen: null,
    again: null,
  });
});
