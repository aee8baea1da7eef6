/** Somebody who comes back from signing in elsewhere: whom they are let in as, and what they are told. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import { wordsOf } from "../../api/testing/wordsOf";
import { forgetSecrets, takeSecrets } from "../../lib/secrets";
import { keepOrigin } from "../../session/signInPath";
import { aUser, SESSION, sessionIs } from "../../session/testing/people";
import { putOrder } from "../../shop/testing/cart";
import { Component as RegisterPage } from "./RegisterPage";
import { Component as SignInPage } from "./SignInPage";
import { CAPTCHA, identity, openPage } from "./testing/open";

const START = "/api/users/identity/oidc/start";
const providers = [{ id: "oidc", name: "Tunnus", startUrl: START }];
const IDENTITY = { "GET /api/users/identity": { status: 200, body: { ...identity, providers } } };
const LINK = "POST /api/users/linkProvider";
const REGISTER = "POST /api/users/registerWithProvider";
const TOKEN = "#identity=token&provider=oidc&providerToken=abc";
const IN: Answer = { status: 200, body: aUser() };
const UNKNOWN = refusal(404, "users/provider-unknown", "Tunnusta ei ole vielä liitetty tiliin.");
const ASKED = refusal(409, "users/link-password", "Sinulla on jo tili. Liitä tunnus antamalla salasanasi.");
const WRONG = refusal(401, "users/invalid-credentials", "Virheelliset tunnukset.");
const body = { provider: "oidc", providerToken: "abc" };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  putOrder();
  // jsdom has no view to scroll, and no modal dialogs.
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetSecrets("/kirjaudu");
});

function comeBack(fragment: string, answers: Record<string, Answer | Answer[]> = {}) {
  const asked = serve({ ...IDENTITY, ...CAPTCHA, [SESSION]: sessionIs(), ...answers });
  window.history.replaceState(null, "", `/kirjaudu${fragment}`);
  takeSecrets();
  const router = openPage(SignInPage, "/kirjaudu");
  return { asked, router, calls: (call: string) => asked.filter((one) => one.call === call) };
}

describe("the door", () => {
  test.each([
    ["signing in", SignInPage, "/kirjaudu"],
    ["registering", RegisterPage, "/rekisteroidy"],
  ])("of %s says where else one may sign in", async (_, Page, path) => {
    serve({ ...IDENTITY, [SESSION]: sessionIs() });
    openPage(Page, path);
    expect(await screen.findByRole("link", { name: "Jatka Tunnus-tilillä" })).toHaveAttribute("href", START);
  });
});

describe("somebody who comes back with a token", () => {
  test("is let in, and led to where they wanted", async () => {
    keepOrigin("/menu");
    const { calls, router } = comeBack(`${TOKEN}&returnTo=%2Fostoskori`, { [LINK]: IN });
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe("/ostoskori");
    expect(calls(LINK)).toEqual([{ call: LINK, body, key: expect.any(String) }]);
    expect(window.location.hash).toBe("");
  });

  test.each(["//evil.example", "https://evil.example", "/api/users/logout"])(
    "is led to no page of somebody else's: %s",
    async (returnTo) => {
      keepOrigin("/menu");
      const fragment = `${TOKEN}&returnTo=${encodeURIComponent(returnTo)}`;
      const { router } = comeBack(fragment, { [LINK]: IN });
      expect(await screen.findByText("Perillä")).toBeVisible();
      expect(router.state.location.pathname).toBe("/menu");
    },
  );

  // spec: LG-37
  test("who has no account gets one, with a captcha that is solved unseen", async () => {
    const made: Answer = { status: 201, body: aUser({ acceptedTerms: false }) };
    const { calls, router } = comeBack(TOKEN, { [LINK]: UNKNOWN, [REGISTER]: made });
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe("/hyvaksy-kayttoehdot");
    expect(calls(LINK).map((one) => one.body)).toEqual([body]);
    const googleRecaptchaToken = expect.stringMatching(/^a{256}\.\d+$/) as string;
    expect(calls(REGISTER).map((one) => one.body)).toEqual([{ ...body, googleRecaptchaToken }]);
  });

  test("whose address has an account gives its password; a wrong one is said, and may be mended", async () => {
    const { calls } = comeBack(TOKEN, { [LINK]: [ASKED, WRONG, IN] });
    const sheet = await screen.findByRole("dialog", { name: "Sinulla on jo tili" });
    const send = within(sheet).getByRole("button", { name: "Liitä ja kirjaudu" });
    await userEvent.click(send);
    const password = within(sheet).getByLabelText("Salasana");
    expect(password).toHaveAccessibleDescription("Tämä kenttä on pakollinen.");
    await userEvent.type(password, "kuusi karhua");
    await userEvent.click(send);
    expect(await within(sheet).findByText("Virheelliset tunnukset.")).toBeVisible();
    expect(within(sheet).getByRole("link", { name: "Unohditko salasanasi?" })).toBeVisible();
    await userEvent.clear(password);
    await userEvent.type(password, "kuusi kettua");
    await userEvent.click(send);
    expect(await screen.findByText("Perillä")).toBeVisible();
    const passwords = calls(LINK).map((one) => (one.body as { password?: string }).password);
    expect(passwords).toEqual([undefined, "kuusi karhua", "kuusi kettua"]);
  });

  test("may think better of it", async () => {
    comeBack(TOKEN, { [LINK]: ASKED });
    const sheet = await screen.findByRole("dialog", { name: "Sinulla on jo tili" });
    await userEvent.click(within(sheet).getByRole("button", { name: "Sulje" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Kirjaudu sisään" })).toBeVisible();
  });

  // spec: AC-25
  test("of a way in that the shop does not have is told so, in the server's own words", async () => {
    const words = "Virheellinen kirjautumistapa.";
    expect(wordsOf("users/provider-unsupported")).toBe(words);
    const { calls } = comeBack(TOKEN, { [LINK]: refusal(422, "users/provider-unsupported", words) });
    expect(await screen.findByText(words)).toBeVisible();
    expect(calls(REGISTER)).toEqual([]);
  });

  test.each([
    [WRONG, "Virheelliset tunnukset."],
    [
      refusal(409, "users/provider-taken", "Tunnus on jo liitetty toiseen tiliin."),
      "Tunnus on jo liitetty toiseen tiliin.",
    ],
    [refusal(500, "service/error", "Virhe."), "Virhe. Yritä uudelleen myöhemmin"],
    [refusal(403, "users/forbidden", "Ei."), "Virhe. Tarkista tiedot ja yritä uudelleen"],
  ])("that opens nothing is told so: %#", async (refused, says) => {
    const { calls } = comeBack(TOKEN, { [LINK]: refused });
    expect(await screen.findByText(says)).toBeVisible();
    expect(calls(LINK)).toHaveLength(1);
    expect(calls(REGISTER)).toEqual([]);
  });

  test("is sent nowhere as somebody who is in before that is known", async () => {
    const signedIn = sessionIs({ user: aUser(), roles: [] });
    const { calls, router } = comeBack(TOKEN, { [SESSION]: signedIn, [LINK]: ASKED });
    expect(await screen.findByRole("dialog", { name: "Sinulla on jo tili" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/kirjaudu");
    expect(calls(LINK)).toHaveLength(1);
  });
});

describe("somebody who comes back without one", () => {
  // spec: LG-43
  test("and without an address is asked to share it", async () => {
    const { calls } = comeBack("#identity=missing-permissions");
    expect(await screen.findByText(/Salli sähköpostisi jakaminen, jotta voit kirjautua\./)).toBeVisible();
    const again = await screen.findByRole("link", { name: "Salli jakaminen" });
    expect(again).toHaveAttribute("href", `${START}?rerequest=1`);
    expect(calls(LINK)).toEqual([]);
  });

  // spec: LG-44
  test.each([
    ["invalid-credentials", /^Virheelliset tunnukset\.$/],
    ["missing-permissions", /^Salli sähköpostisi jakaminen, jotta voit kirjautua\./],
    ["error", /^Virhe\. Yritä uudelleen myöhemmin$/],
  ])("is told why: %s", async (told, says) => {
    comeBack(`#identity=${told}`);
    expect(await screen.findByText(says)).toBeVisible();
  });

  test("because they declined is told nothing", async () => {
    comeBack("#identity=declined");
    await screen.findByRole("link", { name: "Jatka Tunnus-tilillä" });
    expect(screen.getAllByRole("alert").map((one) => one.textContent)).toEqual(
      screen.getAllByRole("alert").map(() => ""),
    );
  });
});
