/** What is said of a form before anybody is asked: registering, another password, a forgotten one. */
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import { forgetSecrets, takeSecrets } from "../../lib/secrets";
import { SESSION, sessionIs } from "../../session/testing/people";
import { putOrder } from "../../shop/testing/cart";
import { Component as ForgottenPage } from "./ForgottenPage";
import { Component as RegisterPage } from "./RegisterPage";
import { Component as ResetPage } from "./ResetPage";
import { strengthOf } from "./strength";
import { CAPTCHA, IDENTITY, openPage } from "./testing/open";

const REQUIRED = "Tämä kenttä on pakollinen.";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  putOrder();
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const labelled = (label: string) => screen.getByLabelText(label);

function write(label: string, value: string) {
  fireEvent.change(labelled(label), { target: { value } });
}

/** What stands under a field as its fault; empty where nothing does. */
function faultOf(label: string): string {
  const field = labelled(label);
  if (field.getAttribute("aria-invalid") !== "true") return "";
  const id = (field.getAttribute("aria-describedby") ?? "").split(" ").at(-1) ?? "";
  return document.getElementById(id)?.textContent ?? "";
}

describe("registering", () => {
  const REGISTER = "POST /api/users/register";

  /** Opens the page, and sends it as it is: from now on each field says what is wrong with it. */
  function sent() {
    const asked = serve({ ...IDENTITY, ...CAPTCHA, [SESSION]: sessionIs() });
    openPage(RegisterPage, "/rekisteroidy");
    press("Luo tili");
    return asked;
  }

  // spec: LG-24
  test("takes a first and a last name, and a number that may be one", () => {
    const asked = sent();
    for (const label of ["Etunimi", "Sukunimi", "Puhelinnumero"]) expect(faultOf(label)).toBe(REQUIRED);
    expect(labelled("Etunimi")).toHaveFocus();
    write("Etunimi", "Noora");
    write("Sukunimi", "Virtanen");
    expect([faultOf("Etunimi"), faultOf("Sukunimi")]).toEqual(["", ""]);
    for (const [phone, fault] of [
      ["04012", "Antamasi puhelinnumero on liian lyhyt"],
      ["040 12 34", ""],
      ["040123", ""],
      ["+358 40 1234567890", ""],
      ["+358 40 12345678901", "Antamasi puhelinnumero on liian pitkä"],
      ["040 123 456x", "Antamasi puhelinnumero on virheellinen"],
      ["040 123+456", "Antamasi puhelinnumero on virheellinen"],
    ] as const) {
      write("Puhelinnumero", phone);
      expect([phone, faultOf("Puhelinnumero")]).toEqual([phone, fault]);
    }
    expect(asked.map(({ call }) => call)).not.toContain(REGISTER);
  });

  // spec: LG-25
  test("takes an address that may be one, and a password of six, written twice alike", () => {
    const asked = sent();
    for (const label of ["Sähköposti", "Salasana", "Salasana uudelleen"])
      expect(faultOf(label)).toBe(REQUIRED);
    for (const [email, fault] of [
      ["noora", "Antamasi sähköposti on virheellinen."],
      ["noora@posti", "Antamasi sähköposti on virheellinen."],
      ["noora@posti.example", ""],
    ] as const) {
      write("Sähköposti", email);
      expect([email, faultOf("Sähköposti")]).toEqual([email, fault]);
    }
    write("Salasana", "kvtzm");
    expect(faultOf("Salasana")).toBe("Salasanassa oltava vähintään 6 merkkiä");
    write("Salasana", "kvtzmq");
    expect(faultOf("Salasana")).toBe("");
    write("Salasana uudelleen", "kvtzmx");
    expect(faultOf("Salasana uudelleen")).toBe("Salasanat eivät täsmää");
    write("Salasana uudelleen", "kvtzmq");
    expect(faultOf("Salasana uudelleen")).toBe("");
    expect(asked.map(({ call }) => call)).not.toContain(REGISTER);
  });

  // spec: CK-28
  test("says of a password of five characters that it takes six", () => {
    sent();
    write("Salasana", "kvtzm");
    expect(screen.getByText("Salasanassa oltava vähintään 6 merkkiä")).toBeVisible();
    write("Salasana", "kvtzmq");
    expect(screen.queryByText("Salasanassa oltava vähintään 6 merkkiä")).toBeNull();
  });

  // spec: LG-27
  test("says how strong a password is from its first character on: in a word, and a quarter a step", () => {
    serve({ ...IDENTITY, [SESSION]: sessionIs() });
    openPage(RegisterPage, "/rekisteroidy");
    const meter = () => screen.queryByText("Salasanan vahvuus:")?.closest("p") ?? null;
    expect(meter()).toBeNull();
    const long = `${"a".repeat(275)}Kvt zmq ow7!`;
    expect(strengthOf(long)).toBe(strengthOf("a".repeat(275)));
    for (const [password, score, word] of [
      ["a", 0, "Heikko"],
      ["kvtzmqo", 1, "Heikko"],
      ["kvtzmqow7", 2, "Menettelee"],
      ["Kvt zmq ow7", 3, "Hyvä"],
      ["unissa lensi hevonen", 4, "Vahva"],
    ] as const) {
      write("Salasana", password);
      expect(strengthOf(password)).toBe(score);
      expect(meter()?.textContent.replace("Salasanan vahvuus: ", "")).toBe(word);
      const windows = [...(meter()?.querySelectorAll("i") ?? [])];
      expect([windows.length, windows.filter((one) => one.className !== "").length]).toEqual([4, score]);
    }
    write("Salasana", "");
    expect(meter()).toBeNull();
  });
});

test.each([
  ["", 0],
  ["salasana123", 0],
  ["aaaaaaaaaaaaaaaaaaaa", 0],
])("%j is as strong as %d", (password, score) => {
  expect(strengthOf(password)).toBe(score);
});

// spec: LG-28
test("another password is asked for, has six characters, and is written twice alike", () => {
  const CHANGE = "POST /api/users/changeUserPassword";
  const asked = serve({ ...IDENTITY, [SESSION]: sessionIs(), [CHANGE]: { status: 204 } });
  const link = `/vaihda-salasana?passwordResetToken=abcdefghijklmnopqrstuv&expiresAt=${Date.now() + 60_000}`;
  window.history.replaceState(null, "", link);
  takeSecrets();
  openPage(ResetPage, "/vaihda-salasana");
  const [chosen, again] = ["Uusi salasana", "Uusi salasana uudelleen"];
  press("Vaihda salasana");
  expect([faultOf(chosen), faultOf(again)]).toEqual([REQUIRED, REQUIRED]);
  write(chosen, "kvtzm");
  write(again, "kvtzm");
  press("Vaihda salasana");
  expect(faultOf(chosen)).toBe("Salasanassa oltava vähintään 6 merkkiä");
  write(chosen, "kvtzmq");
  press("Vaihda salasana");
  expect([faultOf(chosen), faultOf(again)]).toEqual(["", "Salasanat eivät täsmää"]);
  expect(asked.map(({ call }) => call)).not.toContain(CHANGE);
  forgetSecrets("/vaihda-salasana");
});

// spec: LG-29
test("a link to another password goes to an address that may be one", () => {
  const SEND = "POST /api/users/sendForgotPasswordEmail";
  const asked = serve({ [SEND]: { status: 202, body: {} } });
  openPage(ForgottenPage, "/unohditko-salasanasi");
  press("Lähetä linkki");
  expect(faultOf("Sähköposti")).toBe(REQUIRED);
  write("Sähköposti", "noora@posti");
  press("Lähetä linkki");
  expect(faultOf("Sähköposti")).toBe("Antamasi sähköposti on virheellinen.");
  expect(asked).toEqual([]);
});
