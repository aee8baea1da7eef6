/** An account of what a guest's order said: a password is missing, and what did not fit. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import { aUser, SESSION, sessionIs } from "../../session/testing/people";
import { NEW_ORDER } from "../../shop/cart/order";
import { putOrder } from "../../shop/testing/cart";
import { Component as RegisterPage } from "./RegisterPage";
import { CAPTCHA, IDENTITY, openPage } from "./testing/open";

const REGISTER = "POST /api/users/register";

beforeEach(() => localStorage.clear());
afterEach(() => {
  putOrder();
  vi.unstubAllGlobals();
});

test("of a guest's order a password is asked, the terms, and what of the rest did not fit", async () => {
  const contact = {
    ...NEW_ORDER.contact,
    name: "Noora",
    phone: "040 123 4567",
    email: "noora@posti.example",
  };
  putOrder({ contact });
  const asked = serve({
    ...IDENTITY,
    ...CAPTCHA,
    [SESSION]: sessionIs(),
    [REGISTER]: { status: 201, body: aUser() },
  });
  openPage(RegisterPage, "/rekisteroidy?tilauksesta");
  // One word is a first name: another is missing.
  expect(screen.getAllByRole("textbox")).toEqual([screen.getByRole("textbox", { name: "Sukunimi" })]);
  expect(screen.queryByLabelText("Salasana uudelleen")).toBeNull();
  await userEvent.type(screen.getByRole("textbox", { name: "Sukunimi" }), "Virtanen");
  await userEvent.type(screen.getByLabelText("Salasana"), "uunissa on 325");
  await userEvent.click(screen.getByRole("checkbox", { name: /^Hyväksyn/ }));
  await userEvent.click(screen.getByRole("button", { name: "Luo tili" }));
  expect(await screen.findByText("Perillä")).toBeVisible();
  expect(asked.find(({ call }) => call === REGISTER)?.body).toMatchObject({
    firstName: "Noora",
    lastName: "Virtanen",
    phone: "040 123 4567",
    email: "noora@posti.example",
    password: "uunissa on 325",
    acceptedTerms: true,
  });
});

test("without an order the whole form is there", () => {
  serve({ ...IDENTITY, [SESSION]: sessionIs() });
  openPage(RegisterPage, "/rekisteroidy?tilauksesta");
  expect(screen.getAllByRole("textbox")).toHaveLength(4);
  expect(screen.getByLabelText("Salasana uudelleen")).toBeInTheDocument();
});
