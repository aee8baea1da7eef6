/** The door itself: what stands on the pages of signing in and registering, and who may not pass. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import { aUser, SESSION, sessionIs } from "../../session/testing/people";
import { putOrder } from "../../shop/testing/cart";
import { pageAt } from "../../app/testing/pageAt";
import { Component as RegisterPage } from "./RegisterPage";
import { Component as SignInPage } from "./SignInPage";
import { identity, IDENTITY, openPage } from "./testing/open";

const CAPTCHA = "POST /api/users/captcha";
const STORY = "GET /api/cms/stories/kirjaudu";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  putOrder();
  // jsdom has no view to scroll.
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const providers = [{ id: "g", name: "Google", startUrl: "/api/users/identity/g/start" }];
const GUARDED: Record<string, Answer> = {
  [SESSION]: sessionIs(),
  "GET /api/users/identity": {
    status: 200,
    body: { ...identity, providers, captcha: { ...identity.captcha, provider: "recaptcha" } },
  },
};

const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

// spec: LG-01
test("the sign-in page has its form, another way in, what an account brings, and who guards it", async () => {
  serve(GUARDED);
  openPage(await pageAt("/kirjaudu"), "/kirjaudu");
  expect(screen.getByRole("heading", { level: 1, name: "Kirjaudu sisään" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Sähköposti" })).toBeVisible();
  expect(screen.getByLabelText("Salasana")).toBeVisible();
  expect(screen.getByRole("button", { name: "Kirjaudu sisään" })).toBeVisible();
  const google = await screen.findByRole("link", { name: "Jatka Google-tilillä" });
  expect(google).toHaveAttribute("href", "/api/users/identity/g/start");
  const invitation = screen.getByRole("heading", { name: "Uusi täällä?" }).closest("section");
  expect(invitation).toHaveTextContent("Liity Kotijoukkoihin. Yhdeksästä slaissista saat pizzan.");
  const join = within(invitation ?? document.body).getByRole("link", { name: "Rekisteröidy" });
  expect(join).toHaveAttribute("href", "/rekisteroidy");
  const notice = screen.getByText(/Sivua suojaa reCAPTCHA\./);
  const links = within(notice).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/tietosuoja", "/ehdot/kayttoehdot"]);
});

test("where the shop guards itself, nobody else is named", async () => {
  serve({ ...IDENTITY, [SESSION]: sessionIs() });
  openPage(SignInPage, "/kirjaudu");
  await vi.waitFor(() => expect(screen.getByRole("heading", { name: "Uusi täällä?" })).toBeVisible());
  expect(screen.queryByText(/reCAPTCHA/)).toBeNull();
});

/** A window of this width, which may become another; jsdom has none of its own. */
function windowOf(first: number) {
  let width = first;
  const listeners = new Set<() => void>();
  vi.stubGlobal("matchMedia", (query: string) => {
    const bound = (name: string) =>
      Number(new RegExp(`${name}-width: (\\d+)px`).exec(query)?.[1] ?? Number.NaN);
    const [least, most] = [bound("min"), bound("max")];
    const isAny = !(Number.isNaN(least) && Number.isNaN(most));
    return {
      matches: isAny && !(width < least) && !(width > most),
      addEventListener: (_: string, heard: () => void) => listeners.add(heard),
      removeEventListener: (_: string, heard: () => void) => listeners.delete(heard),
    };
  });
  return (next: number) =>
    act(() => {
      width = next;
      for (const heard of listeners) heard();
    });
}

// spec: LG-02
describe("the picture behind the door", () => {
  const pictured = {
    ...IDENTITY,
    [SESSION]: sessionIs(),
    [STORY]: { status: 200, body: { updatedAt: "", content: { image: "/kuvat/ilta.svg" } } },
  };
  const picture = () => document.querySelector("img");

  test.each([390, 760, 1120, 1440])("is the editors' in a window of %d", async (width) => {
    windowOf(width);
    serve(pictured);
    openPage(SignInPage, "/kirjaudu");
    await waitFor(() => expect(picture()).toHaveAttribute("src", "/kuvat/ilta.svg"));
  });

  test.each([761, 1024, 1119])("is none on a tablet, in a window of %d", async (width) => {
    windowOf(width);
    const asked = serve(pictured);
    openPage(SignInPage, "/kirjaudu");
    await vi.waitFor(() => expect(asked.map(({ call }) => call)).toContain("GET /api/users/identity"));
    expect(asked.map(({ call }) => call)).not.toContain(STORY);
    expect(picture()).toBeNull();
  });

  test("goes when the window becomes a tablet's", async () => {
    const become = windowOf(1440);
    serve(pictured);
    openPage(SignInPage, "/kirjaudu");
    await waitFor(() => expect(picture()).not.toBeNull());
    become(1024);
    expect(picture()).toBeNull();
  });

  test("that does not come leaves the drawn door", async () => {
    windowOf(390);
    serve(pictured);
    openPage(SignInPage, "/kirjaudu");
    await waitFor(() => expect(picture()).not.toBeNull());
    fireEvent.error(picture() ?? document.body);
    expect(picture()).toBeNull();
  });
});

// spec: LG-05
test("the page for an account asks for a name, a number, an address, a password twice, and says how strong it is", async () => {
  serve({ ...IDENTITY, [SESSION]: sessionIs() });
  openPage(await pageAt("/rekisteroidy"), "/rekisteroidy");
  expect(screen.getByRole("heading", { level: 1, name: "Rekisteröidy" })).toBeVisible();
  const names = screen.getAllByRole("textbox").map((field) => field.getAttribute("name"));
  expect(names).toEqual(["firstName", "lastName", "phone", "email"]);
  expect(screen.getByLabelText("Salasana uudelleen")).toHaveAttribute("type", "password");
  expect(
    screen.getByRole("checkbox", { name: /^Hyväksyn verkkokaupan ja Kotijoukkojen käyttöehdot/ }),
  ).toBeVisible();
  expect(
    screen.getByRole("checkbox", { name: "Minulle saa lähettää tarjouksia sähköpostiin" }),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Luo tili" })).toBeVisible();
  write("Salasana", "kvtzmqow7");
  expect(screen.getByText("Salasanan vahvuus:").closest("p")).toHaveTextContent(/Menettelee$/);
});

// spec: LG-23, LG-40
describe("without a captcha nobody gets in, and is told to come back later", () => {
  const LATER = "Virhe. Yritä uudelleen myöhemmin";
  const NONE = { ...IDENTITY, [SESSION]: sessionIs(), [CAPTCHA]: { status: 503 } };
  /** Tries a second apart take no time here. */
  const hurry = () => vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });

  test("who signs in", async () => {
    hurry();
    const LOGIN = "POST /api/users/login";
    const required = refusal(403, "captcha/required", LATER);
    const asked = serve({ ...NONE, [LOGIN]: [required, { status: 200, body: aUser() }] });
    openPage(SignInPage, "/kirjaudu");
    write("Sähköposti", "noora@posti.example");
    write("Salasana", "tuli uunissa");
    press("Kirjaudu sisään");
    expect(await screen.findByText(LATER, {}, { timeout: 5_000 })).toBeVisible();
    expect(asked.filter(({ call }) => call === LOGIN)).toHaveLength(1);
  });

  test("who registers", async () => {
    hurry();
    const REGISTER = "POST /api/users/register";
    const asked = serve({ ...NONE, [REGISTER]: { status: 201, body: aUser() } });
    openPage(RegisterPage, "/rekisteroidy");
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
    press("Luo tili");
    expect(await screen.findByText(LATER, {}, { timeout: 5_000 })).toBeVisible();
    expect(asked.map(({ call }) => call)).not.toContain(REGISTER);
  });

  test("where the server has a fault of its own", async () => {
    serve({ ...IDENTITY, [SESSION]: sessionIs(), "POST /api/users/login": { status: 500 } });
    openPage(SignInPage, "/kirjaudu");
    write("Sähköposti", "noora@posti.example");
    write("Salasana", "arvaus");
    press("Kirjaudu sisään");
    expect(await screen.findByText(LATER)).toBeVisible();
  });
});
