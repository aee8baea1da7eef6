/** Keeping the first address where one orders, while the book is empty. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { refusal } from "../../api/testing/server";
import { aUser, SESSION } from "../../session/testing/people";
import { aDelivery } from "../../shop/testing/orders";
import { HOME, ok, open } from "../testing/opened";

beforeEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const ADD = "POST /api/users/me/addresses";
const BOOK = "GET /api/users/me/addresses";
const kept = { ...HOME, addressId: "1", primaryAddress: true };
const answers = {
  [ADD]: { status: 201, body: kept },
  [BOOK]: ok([kept]),
  [SESSION]: ok({ user: aUser({ addresses: [] }), roles: [] }),
};
const box = () => screen.findByRole("checkbox", { name: "Tallenna osoite omiin osoitteisiin" });
const save = (name: string) => screen.findByRole("button", { name });

test.each([
  ["sheet", "Tallenna valinnat"],
  ["inline", "Siirry ostoksille"],
] as const)("whoever has no addresses may keep the one they write: %s", async (variant, name) => {
  const user = aUser({ addresses: [] });
  const { asked, onSaved } = open({ user, variant, method: aDelivery(), answers });
  expect(await box()).not.toBeChecked();
  await userEvent.click(await box());
  await userEvent.click(await save(name));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  await waitFor(() => expect(asked.filter(({ call }) => call === ADD)).toHaveLength(1));
  expect(asked.find(({ call }) => call === ADD)?.body).toMatchObject({
    streetAddress: HOME.streetAddress,
    latitude: String(HOME.latitude),
    longitude: String(HOME.longitude),
  });
});

test("nothing is kept unasked", async () => {
  const { asked, onSaved } = open({ user: aUser({ addresses: [] }), method: aDelivery(), answers });
  await box();
  await userEvent.click(await save("Tallenna valinnat"));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(asked.filter(({ call }) => call === ADD)).toEqual([]);
});

test("a guest is asked of this device alone", async () => {
  open({ method: aDelivery() });
  await screen.findByRole("checkbox", { name: "Muista tällä laitteella" });
  expect(screen.queryByRole("checkbox", { name: /omiin osoitteisiin/ })).toBeNull();
});

test("where it could not be kept that is said, and one orders all the same", async () => {
  const { onSaved } = open({
    user: aUser({ addresses: [] }),
    method: aDelivery(),
    answers: { ...answers, [ADD]: refusal(503, "service/unavailable", "Palvelu ei vastaa.") },
  });
  await userEvent.click(await box());
  await userEvent.click(await save("Tallenna valinnat"));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(await screen.findByText(/^Osoitetta ei saatu tallennettua/)).toBeVisible();
});
