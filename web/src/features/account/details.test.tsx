/** One's own data: what stands there, what is sent of a change, and what a refusal says. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal } from "../../api/testing/server";
import { wordsOf } from "../../api/testing/wordsOf";
import { aUser } from "../../session/testing/people";
import { useUser } from "../../session/useUser";
import { ContactDetails } from "./ContactDetails";
import { Component as DetailsPage } from "./DetailsPage";
import { noora, openAs } from "./testing/open";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const EDIT = "#muokkaa-tietoja";
const CHANGE = "PATCH /api/users/me";
const RESET = "POST /api/users/sendForgotPasswordEmail";
const DONE: Answer = { status: 200, body: noora };

function Contact() {
  const user = useUser();
  return user && <ContactDetails user={user} />;
}

const open = (answers: Record<string, Answer | Answer[]>, user = noora) =>
  openAs(user, Contact, answers, EDIT);
const dialog = () => screen.findByRole("dialog", { name: "Muokkaa yhteystietoja" });
const save = async () => userEvent.click(within(await dialog()).getByRole("button", { name: "Tallenna" }));

function write(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

// spec: AC-04
test("the page says who somebody is and that offers are asked for; a dialog edits it", async () => {
  openAs(noora, DetailsPage, { "GET /api/users/me/addresses": { status: 200, body: [] } });
  expect(screen.getByRole("heading", { level: 1, name: "Omat tiedot" })).toBeVisible();
  const facts = screen.getAllByRole("term").map(({ parentElement }) => parentElement?.textContent);
  expect(facts).toEqual(
    expect.arrayContaining([
      "NimiNoora Virtanen",
      "Puhelin040 123 4567",
      "Sähköpostinoora@posti.example",
      "SyntymäaikaLisää syntymäaika",
    ]),
  );
  expect(screen.getByText(/Kerromme tarjouksista ja uutuuksista, jos annat luvan\./)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getAllByRole("link", { name: "Muokkaa" })[0] ?? document.body);
  const fields = within(await dialog()).getAllByRole<HTMLInputElement>("textbox");
  expect(fields.map(({ value }) => value)).toEqual([
    "Noora",
    "Virtanen",
    "040 123 4567",
    "noora@posti.example",
  ]);
});

// spec: AC-05
test("a link to another password goes to one's own address: it is on its way, then it has gone", async () => {
  let answer: (response: Response) => void = () => {};
  const asked = openAs(noora, DetailsPage, { "GET /api/users/me/addresses": { status: 200, body: [] } });
  const served = fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    void served(path, init).catch(() => undefined);
    return path.endsWith("sendForgotPasswordEmail")
      ? new Promise<Response>((resolve) => (answer = resolve))
      : served(path, init);
  });
  const button = screen.getByRole("button", { name: "Lähetä linkki" });
  await userEvent.click(button);
  expect(screen.getByRole("button", { name: "Lähetä linkki" })).toHaveAttribute("aria-busy", "true");
  expect(screen.queryByText("Linkki lähti sähköpostiisi.")).toBeNull();
  answer(new Response("{}", { status: 202 }));
  expect(await screen.findByText("Linkki lähti sähköpostiisi.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Lähetä linkki" })).toBeNull();
  expect(asked.filter(({ call }) => call === RESET)).toEqual([
    { call: RESET, body: { email: "noora@posti.example" } },
  ]);
});

test("another name is sent without a password, and with no e-mail", async () => {
  const asked = open({ [CHANGE]: DONE });
  await dialog();
  write("Etunimi", "Nora");
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const body = { firstName: "Nora", lastName: "Virtanen", phone: "040 123 4567" };
  expect(asked).toEqual([{ call: CHANGE, body }]);
});

// spec: AC-18
test("names, number and address are judged as those of who registers, before they are sent", async () => {
  const asked = open({ [CHANGE]: DONE });
  await dialog();
  const faultOf = (label: string) => {
    const id = screen.getByLabelText(label).getAttribute("aria-describedby")?.split(" ").at(-1) ?? "";
    return document.getElementById(id)?.textContent;
  };
  const labels = ["Etunimi", "Sukunimi", "Puhelin", "Sähköposti"];
  for (const label of labels) write(label, "");
  await save();
  expect(labels.map(faultOf)).toEqual(labels.map(() => "Tämä kenttä on pakollinen."));
  for (const [label, text, fault] of [
    ["Etunimi", "Nora", ""],
    ["Sukunimi", "Uuni", ""],
    ["Puhelin", "04012", "Antamasi puhelinnumero on liian lyhyt"],
    ["Puhelin", "+358 40 12345678901", "Antamasi puhelinnumero on liian pitkä"],
    ["Puhelin", "040 123x", "Antamasi puhelinnumero on virheellinen"],
    ["Puhelin", "+358 40 123 4567", ""],
    ["Sähköposti", "noora@posti", "Antamasi sähköposti on virheellinen."],
  ] as const) {
    write(label, text);
    expect([text, faultOf(label)]).toEqual([text, fault]);
  }
  await save();
  expect(asked).toEqual([]);
});

// spec: AC-08
test("who signs in elsewhere has the address that is known there, and is told where it is changed", async () => {
  const asked = open({ [CHANGE]: DONE }, aUser({ socialLoginLinked: true }));
  await dialog();
  const email = screen.getByLabelText("Sähköposti");
  expect(email).toHaveAttribute("readonly");
  expect(email).toHaveAccessibleDescription(/^Sähköpostin voi vaihtaa vain kirjautumispalvelussa\./);
  await userEvent.type(email, "x");
  expect(email).toHaveValue("noora@posti.example");
  await save();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).not.toHaveProperty("email");
});

test("another e-mail asks for the password, whose refusal stands under its field", async () => {
  const wrong = refusal(422, "password/wrong", "Salasana on väärin.");
  const named = { ...wrong, body: { ...(wrong.body as object), metadata: { field: "currentPassword" } } };
  const asked = open({ [CHANGE]: named });
  await dialog();
  write("Sähköposti", "nora@posti.example");
  await save();
  expect(asked).toEqual([]);
  const password = within(await dialog()).getByLabelText("Nykyinen salasana");
  expect(password).toHaveFocus();
  expect(password).toHaveAccessibleDescription(/Tämä kenttä on pakollinen\./);
  await userEvent.type(password, "kuusi kettua");
  await save();
  await waitFor(() => expect(password).toHaveAccessibleDescription(/Salasana on väärin\./));
  expect(asked).toMatchObject([
    { call: CHANGE, body: { email: "nora@posti.example", currentPassword: "kuusi kettua" } },
  ]);
  expect(screen.getByRole("dialog")).toBeVisible();
});

// spec: AC-24
test("a fault of the server's is said in its words", async () => {
  const words = "Virhe. Yritä myöhemmin uudelleen.";
  expect(wordsOf("service/error")).toBe(words);
  open({ [CHANGE]: refusal(500, "service/error", words) });
  await save();
  expect(await within(await dialog()).findByText(words)).toBeVisible();
});

test("a date of birth is read as one writes it here", () => {
  openAs(aUser({ birthDateSet: true, birthDate: "1990-02-08" }), Contact);
  expect(screen.getByText("08.02.1990")).toBeVisible();
});
