import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import { pageAt } from "../../app/testing/pageAt";
import { forgetSecrets, takeSecrets } from "../../lib/secrets";
import { keepOrigin } from "../../session/signInPath";
import { aUser, CALL_CENTRE_USER, knowing, SESSION, sessionIs } from "../../session/testing/people";
import { putOrder } from "../../shop/testing/cart";
import { NEW_ORDER } from "../../shop/cart/order";
import { Component as BirthDatePage } from "./BirthDatePage";
import { Component as ConfirmEmailPage } from "./ConfirmEmailPage";
import { Component as RegisterPage } from "./RegisterPage";
import { Component as ResetPage } from "./ResetPage";
import { CAPTCHA, IDENTITY, openPage } from "./testing/open";

const noora = aUser({ showLoyaltySignUpPage: true });
const ME = "PATCH /api/users/me";
const OK: Answer = { status: 204 };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  putOrder();
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const fill = (label: string | RegExp, text: string) =>
  userEvent.type(screen.getByRole("textbox", { name: label }), text);
const secret = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

/** Opens a page by a link that brings secrets along. */
function byLink(
  page: Parameters<typeof openPage>[0],
  link: string,
  answers: Record<string, Answer | Answer[]>,
) {
  const asked = serve({ ...IDENTITY, [SESSION]: sessionIs(), ...answers });
  window.history.replaceState(null, "", link);
  takeSecrets();
  return { asked, router: openPage(page, link.split("?")[0] ?? "") };
}

describe("registering", () => {
  const REGISTER = "POST /api/users/register";
  const NOBODY = { ...IDENTITY, ...CAPTCHA, [SESSION]: sessionIs() };

  async function fillAll() {
    await fill("Etunimi", "Noora");
    await fill("Sukunimi", "Virtanen");
    await fill("Puhelinnumero", "040-123 4567");
    await fill("Sähköposti", "noora@posti.example");
    await secret("Salasana", "uunissa on 325");
    await secret("Salasana uudelleen", "uunissa on 325");
    await userEvent.click(screen.getByRole("checkbox", { name: /^Hyväksyn/ }));
  }

  // spec: LG-30, LG-35
  test("sends all that an account takes, and leads to the date of birth", async () => {
    const asked = serve({ ...NOBODY, [REGISTER]: { status: 201, body: noora } });
    const router = openPage(RegisterPage, "/rekisteroidy");
    await fillAll();
    await press("Luo tili");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe("/rekisteroidy/syntymaaika");
    const sent = asked.find(({ call }) => call === REGISTER);
    expect(sent?.key).toMatch(/^[\da-f]{32}$/);
    expect(sent?.body).toEqual({
      birthdate: "",
      username: "noora@posti.example",
      email: "noora@posti.example",
      emailMarketingPermission: false,
      firstName: "Noora",
      lastName: "Virtanen",
      logonId: "noora@posti.example",
      password: "uunissa on 325",
      phone: "040-123 4567",
      acceptedTerms: true,
      acceptedLoyaltyTerms: true,
      showLoyaltySignUpPage: true,
      termsVersion: "2026-11",
      loyaltyTermsVersion: "2026-11",
      googleRecaptchaToken: expect.stringMatching(/^a{256}\.\d+$/),
    });
  });

  // spec: LG-26
  test("takes both texts in one box, which must be ticked; offers may stay as they are", async () => {
    const asked = serve({ ...NOBODY, [REGISTER]: { status: 201, body: noora } });
    openPage(RegisterPage, "/rekisteroidy");
    await fillAll();
    const agree = screen.getByRole("checkbox", {
      name: /^Hyväksyn verkkokaupan ja Kotijoukkojen käyttöehdot/,
    });
    await userEvent.click(agree);
    await press("Luo tili");
    expect(screen.getAllByText("Tämä kenttä on pakollinen.")).toHaveLength(1);
    expect(asked.map(({ call }) => call)).not.toContain(REGISTER);
    await userEvent.click(agree);
    await userEvent.click(
      screen.getByRole("checkbox", { name: "Minulle saa lähettää tarjouksia sähköpostiin" }),
    );
    await press("Luo tili");
    expect(await screen.findByText("Perillä")).toBeVisible();
    const agreed = { acceptedTerms: true, acceptedLoyaltyTerms: true, emailMarketingPermission: true };
    expect(asked.find(({ call }) => call === REGISTER)?.body).toMatchObject(agreed);
  });

  test("of an address that is taken says so, with the way to a new password", async () => {
    const taken = refusal(409, "users/email-taken", "Valitsemasi sähköpostiosoite on jo käytössä.");
    serve({ ...NOBODY, [REGISTER]: taken });
    openPage(RegisterPage, "/rekisteroidy");
    await fillAll();
    await press("Luo tili");
    expect(await screen.findByText("Valitsemasi sähköpostiosoite on jo käytössä.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Unohditko salasanasi?" })).toBeVisible();
  });

  test("sent again after a lost answer is the same intent; what was mended is another", async () => {
    const asked = serve({
      ...NOBODY,
      [REGISTER]: [{ status: 502 }, { status: 502 }, { status: 201, body: noora }],
    });
    openPage(RegisterPage, "/rekisteroidy");
    await fillAll();
    const times = (count: number) =>
      waitFor(() => expect(asked.filter(({ call }) => call === REGISTER)).toHaveLength(count));
    await press("Luo tili");
    await times(1);
    await screen.findByText("Virhe. Yritä uudelleen myöhemmin");
    await press("Luo tili");
    await times(2);
    await screen.findByText("Virhe. Yritä uudelleen myöhemmin");
    await fill("Sukunimi", "-Uuni");
    await press("Luo tili");
    await times(3);
    const [first, second, third] = asked.filter(({ call }) => call === REGISTER).map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test("begins with what a guest has said already", async () => {
    serve(NOBODY);
    putOrder({ contact: { ...NEW_ORDER.contact, name: "Aino von Uuni", phone: "040 1", email: "a@b.fi" } });
    openPage(RegisterPage, "/rekisteroidy");
    expect(screen.getByRole("textbox", { name: "Etunimi" })).toHaveValue("Aino");
    expect(screen.getByRole("textbox", { name: "Sukunimi" })).toHaveValue("von Uuni");
    expect(screen.getByRole("textbox", { name: "Sähköposti" })).toHaveValue("a@b.fi");
  });
});

describe("a forgotten password", () => {
  const SEND = "POST /api/users/sendForgotPasswordEmail";
  const CHANGE = "POST /api/users/changeUserPassword";
  const LINK = `/vaihda-salasana?passwordResetToken=abcdefghijklmnopqrstuv&expiresAt=${Date.now() + 60_000}`;

  // spec: LG-07, LG-08, LG-33
  test("is asked for by one's address; another link may be asked for", async () => {
    const asked = serve({ [SEND]: { status: 202, body: {} } });
    openPage(await pageAt("/unohditko-salasanasi"), "/unohditko-salasanasi");
    await press("Lähetä linkki");
    expect(screen.getByText("Tämä kenttä on pakollinen.")).toBeVisible();
    await fill("Sähköposti", "noora@posti.example");
    await press("Lähetä linkki");
    expect(await screen.findByRole("heading", { name: "Linkki lähti" })).toBeVisible();
    expect(asked).toEqual([{ call: SEND, body: { email: "noora@posti.example" } }]);
    await press("Lähetä uusi linkki");
    expect(screen.getByRole("textbox", { name: "Sähköposti" })).toHaveValue("noora@posti.example");
  });

  // spec: LG-09, LG-12, LG-34
  test("is replaced by the mail's link, whose secret leaves the address at once", async () => {
    const { asked, router } = byLink(await pageAt("/vaihda-salasana"), LINK, { [CHANGE]: OK });
    expect(window.location.search).toBe("");
    await secret("Uusi salasana", "uunissa on 400");
    await secret("Uusi salasana uudelleen", "uunissa on 400");
    await press("Vaihda salasana");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: "/kirjaudu", search: "?passwordUpdated=true" });
    const body = { passwordResetToken: "abcdefghijklmnopqrstuv", newPassword: "uunissa on 400" };
    expect(asked.find(({ call }) => call === CHANGE)).toMatchObject({ body });
  });

  test("is judged by the server too, whose words stand under the field", async () => {
    const common = refusal(422, "password/too-common", "Salasana on liian yleinen.");
    const body = { ...(common.body as object), metadata: { field: "newPassword" } };
    byLink(ResetPage, LINK, { [CHANGE]: { ...common, body } });
    await secret("Uusi salasana", "uunini");
    await secret("Uusi salasana uudelleen", "uunini");
    await press("Vaihda salasana");
    expect(await screen.findByText("Salasana on liian yleinen.")).toBeVisible();
    expect(screen.getByLabelText("Uusi salasana")).toHaveFocus();
  });

  const PAST = `/vaihda-salasana?passwordResetToken=a&expiresAt=${Date.now() - 1}`;

  // spec: LG-09, LG-10, LG-11
  test.each([
    ["at once where its time has passed", PAST, false],
    ["where the server says so", LINK, true],
  ])("by a link that is too old says so %s, and another can be ordered", async (_, link, isSent) => {
    byLink(ResetPage, link, { [CHANGE]: refusal(410, "users/reset-expired", "Linkki vanhentui") });
    if (isSent) {
      await secret("Uusi salasana", "uunissa on 400");
      await secret("Uusi salasana uudelleen", "uunissa on 400");
      await press("Vaihda salasana");
    }
    expect(await screen.findByRole("heading", { name: "Linkki vanhentui" })).toBeVisible();
    const way = screen.getByRole("link", { name: "Tilaa uusi linkki" });
    expect(way).toHaveAttribute("href", "/unohditko-salasanasi");
  });

  test("without its link leads to another", async () => {
    forgetSecrets("/vaihda-salasana");
    byLink(ResetPage, "/vaihda-salasana", {});
    expect(screen.getByRole("link", { name: "Tilaa uusi linkki" })).toBeVisible();
  });
});

describe("another e-mail", () => {
  test.each([
    ["token", "POST /api/users/confirmEmail", "Vahvista osoite", "Osoite vaihdettu"],
    ["undo", "POST /api/users/undoEmail", "Palauta vanha osoite", "Osoite palautettu"],
  ])("by the link with %s is done by a press: %s", async (name, call, button, done) => {
    const { asked } = byLink(ConfirmEmailPage, `/vahvista-sahkoposti?${name}=abc`, { [call]: OK });
    expect(window.location.search).toBe("");
    expect(asked.map(({ call: one }) => one)).not.toContain(call);
    await press(button);
    expect(await screen.findByRole("heading", { name: done })).toBeVisible();
    expect(asked.find(({ call: one }) => one === call)?.body).toEqual({ token: "abc" });
    forgetSecrets("/vahvista-sahkoposti");
  });

  test("by a link that was used says that it is too old", async () => {
    const gone = refusal(410, "users/reset-expired", "Linkki vanhentui");
    byLink(ConfirmEmailPage, "/vahvista-sahkoposti?token=abc", { "POST /api/users/confirmEmail": gone });
    await press("Vahvista osoite");
    expect(await screen.findByRole("heading", { name: "Linkki vanhentui" })).toBeVisible();
    forgetSecrets("/vahvista-sahkoposti");
  });
});

describe("the terms", () => {
  const asked = aUser({ acceptedTerms: false });
  const story = { updatedAt: "", content: { blocks: [{ component: "text", text: "Kuka myy" }] } };
  const STORY = { "GET /api/cms/stories/ehdot/kayttoehdot": { status: 200, body: story } };
  const PATH = "/hyvaksy-kayttoehdot";
  const open = async (user: ReturnType<typeof aUser> | null) =>
    openPage(await pageAt(PATH), PATH, knowing({ user, roles: [] }));

  // spec: LG-13, LG-14
  test("are read and accepted, and one goes on as after signing in", async () => {
    keepOrigin("/menu");
    const calls = serve({ ...STORY, [ME]: { status: 200, body: aUser() } });
    const router = await open(asked);
    expect(await screen.findByText("Kuka myy")).toBeVisible();
    expect(screen.getByRole("button", { name: "En hyväksy" })).toBeVisible();
    await press("Hyväksyn");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe("/menu");
    expect(calls.find(({ call }) => call === ME)?.body).toEqual({
      acceptedTerms: true,
      termsVersion: "2026-11",
    });
  });

  // spec: LG-14
  test("that are declined lead to the door, which says so", async () => {
    serve({ ...STORY, "POST /api/users/me/decline": OK });
    const router = await open(asked);
    await press("En hyväksy");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: "/kirjaudu", search: "?declinedTerms=1" });
  });

  // spec: LG-13, LG-14
  test.each([
    ["nobody", null, "/kirjaudu"],
    ["who has accepted them", aUser(), "/"],
  ])("are not asked of %s", async (_, user, path) => {
    serve(STORY);
    const router = await open(user);
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe(path);
  });

  test("that have moved are read anew", async () => {
    const moved = refusal(409, "users/terms-moved", "Ehdot ovat muuttuneet. Lue ne uudelleen.");
    serve({ ...STORY, [ME]: moved, [SESSION]: sessionIs({ user: asked, roles: [] }) });
    await open(asked);
    await press("Hyväksyn");
    expect(await screen.findByText("Ehdot ovat muuttuneet. Lue ne uudelleen.")).toBeVisible();
  });
});

describe("the date of birth", () => {
  const JOIN = "POST /api/loyalty/register";
  const PATH = "/rekisteroidy/syntymaaika";
  const open = (user = noora, Page: ComponentType = BirthDatePage) =>
    openPage(Page, PATH, knowing({ user, roles: [] }));
  async function pick(day: string, month: string, year: string) {
    for (const [label, value] of [
      ["Päivä", day],
      ["Kuukausi", month],
      ["Vuosi", year],
    ] as const) {
      await userEvent.selectOptions(screen.getByLabelText(label), value);
    }
    await press("Jatka");
  }

  // spec: LO-21, LO-22, LO-23
  test("is picked whole, is a real day, and of somebody old enough", async () => {
    const calls = serve(IDENTITY);
    open();
    await press("Jatka");
    expect(screen.getByText("Sinun tulee valita syntymäpäivä liittyäksesi Kotijoukkoihin.")).toBeVisible();
    await pick("31", "helmikuu", "1990");
    expect(screen.getByText("Syöttämäsi syntymäpäivä on virheellinen.")).toBeVisible();
    const years = screen.getAllByRole("option", { name: /^\d{4}$/ }).map((one) => Number(one.textContent));
    expect([years[0], years.at(-1)]).toEqual([new Date().getFullYear() - 10, 1900]);
    await pick("1", "tammikuu", String(years[0]));
    expect(
      screen.getByText(/^Sinun täytyy olla yli 13-vuotias liittyäksesi Kotijoukkoihin ja/),
    ).toBeVisible();
    expect(calls.map(({ call }) => call)).not.toContain(JOIN);
  });

  // spec: LG-06
  test("is sent as one joins, and one goes on", async () => {
    const calls = serve({ ...IDENTITY, [JOIN]: { status: 200, body: aUser({ subscribedToLoyalty: true }) } });
    const router = open(noora, await pageAt(PATH));
    await pick("28", "helmikuu", "1990");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe("/");
    const body = { birthDate: "1990-02-28", acceptedLoyaltyTerms: true };
    expect(calls.find(({ call }) => call === JOIN)?.body).toEqual(body);
  });

  test("that is known already is not asked for: joining is left", async () => {
    const known = aUser({ birthDateSet: true, birthDate: "1990-02-28" });
    const calls = serve({
      ...IDENTITY,
      [JOIN]: { status: 200, body: { ...known, subscribedToLoyalty: true } },
    });
    const router = open(known);
    expect(screen.queryByLabelText("Päivä")).toBeNull();
    await press("Jatka");
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe("/");
    const body = { birthDate: "1990-02-28", acceptedLoyaltyTerms: true };
    expect(calls.find(({ call }) => call === JOIN)?.body).toEqual(body);
  });

  test.each([
    ["a member", aUser({ subscribedToLoyalty: true })],
    ["the call centre", CALL_CENTRE_USER],
    ["who has the terms before them", aUser({ acceptedTerms: false })],
  ])("is not asked of %s", async (_, user) => {
    serve(IDENTITY);
    open(user);
    expect(await screen.findByText("Perillä")).toBeVisible();
  });

  test("may wait, whatever the network does", async () => {
    serve(IDENTITY);
    open();
    await press("Myöhemmin");
    expect(await screen.findByText("Perillä")).toBeVisible();
  });
});
