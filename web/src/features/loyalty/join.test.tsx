/** What is asked of customers who are no members, and of members who have not said all. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusal } from "../../api/testing/server";
import type { User } from "../../api/wire";
import { aUser } from "../../session/testing/people";
import { JoinDialog } from "./JoinDialog";
import { openFor } from "./testing/open";

const JOIN = "POST /api/loyalty/register";
const ME = "PATCH /api/users/me";
const IDENTITY = {
  "GET /api/users/identity": { status: 200, body: { loyaltyAge: 13 } },
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const noora = aUser({ acceptedLoyaltyTerms: false });
const open = (user: User, at = "/", answers: Parameters<typeof openFor>[3] = {}) =>
  openFor(user, () => <JoinDialog user={user} />, at, { ...IDENTITY, ...answers });
const dialog = async (name = "Liity Kotijoukkoihin") => within(await screen.findByRole("dialog", { name }));

async function pick(form: ReturnType<typeof within>, day: string, month: string, year: string) {
  await userEvent.selectOptions(form.getByLabelText("Päivä"), day);
  await userEvent.selectOptions(form.getByLabelText("Kuukausi"), month);
  await userEvent.selectOptions(form.getByLabelText("Vuosi"), year);
}

// spec: LO-17, LO-20, LO-22, LO-23, LO-25
test("who is no member joins with a birth date and the terms, and comes to their card", async () => {
  const { asked, router } = open(noora, "/", {
    [JOIN]: { status: 200, body: aUser({ subscribedToLoyalty: true }) },
  });
  const form = await dialog();
  const send = form.getByRole("button", { name: "Liity" });
  await userEvent.click(send);
  expect(form.getByText("Sinun tulee valita syntymäpäivä liittyäksesi Kotijoukkoihin.")).toBeVisible();
  expect(form.getByText("Tämä kenttä on pakollinen.")).toBeVisible();
  await waitFor(() => expect(form.getByLabelText("Päivä")).toHaveFocus());
  await pick(form, "1", "tammikuu", String(new Date().getFullYear() - 10));
  expect(form.getByText(/^Sinun täytyy olla yli 13-vuotias/)).toBeVisible();
  await pick(form, "28", "helmikuu", "1990");
  await userEvent.click(form.getByRole("checkbox", { name: "Hyväksyn Kotijoukkojen käyttöehdot" }));
  await userEvent.click(send);
  expect(await screen.findByText("Perillä")).toBeVisible();
  expect(router.state.location.pathname).toBe("/minun-kotijoukot");
  const body = { birthDate: "1990-02-28", acceptedLoyaltyTerms: true };
  expect(asked.filter(({ call }) => call === JOIN).map((one) => one.body)).toEqual([body]);
});

// spec: LO-16
test("a member says what is missing alone", async () => {
  const member = aUser({ subscribedToLoyalty: true, birthDate: "1990-02-28", birthDateSet: true });
  const { asked } = open({ ...member, acceptedLoyaltyTerms: false }, "/", {
    [ME]: { status: 200, body: member },
  });
  const form = await dialog("Enää yksi juttu");
  expect(form.queryByLabelText("Päivä")).toBeNull();
  await userEvent.click(form.getByRole("checkbox", { name: "Hyväksyn Kotijoukkojen käyttöehdot" }));
  await userEvent.click(form.getByRole("button", { name: "Tallenna" }));
  expect(await screen.findByText("Perillä")).toBeVisible();
  expect(asked.map(({ call }) => call)).toContain(ME);
});

// spec: LO-18, LO-19
test("it may wait, and is not asked again in this visit", async () => {
  open(noora);
  await userEvent.click((await dialog()).getByText("Myöhemmin", { selector: "form button" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sessionStorage.getItem("ovelle.join-asked")).toBe("1");
});

// spec: LO-17
test.each(["/rekisteroidy/syntymaaika", "/kirjaudu", "/ostoskori", "/tilaus/10001"])(
  "on %s nobody is asked",
  (path) => {
    open(noora, path);
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

// spec: LO-31
test("what the server has against it is said in its words", async () => {
  const member = aUser({ birthDate: "1990-02-28", birthDateSet: true });
  open(member, "/", { [JOIN]: refusal(409, "users/birth-date-set", "Syntymäpäivää ei voi enää muuttaa.") });
  const form = await dialog();
  await userEvent.click(form.getByRole("button", { name: "Liity" }));
  expect(await form.findByText("Syntymäpäivää ei voi enää muuttaa.")).toBeVisible();
});
