/** The address book in the set-up: which address it begins with, and what becomes of it when the book changes. */
import { act as doAct, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { UserAddress } from "../../api/wire";
import { aUser, CALL_CENTRE_USER, SESSION } from "../../session/testing/people";
import { sessionQuery } from "../../session/userSession";
import { NEW_ORDER } from "../../shop/cart/order";
import { aDelivery, anAddress } from "../../shop/testing/orders";
import { draftOfSaved, ofBook } from "../draft";
import { choose, delivering, ok, open, SHOPS } from "../testing/opened";

beforeEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const saved = (id: string, parts: Partial<UserAddress> = {}): UserAddress => ({
  addressId: id,
  streetAddress: `Vaasankatu ${id}`,
  apartmentNumber: "C 24",
  zipCode: "00500",
  city: "Helsinki",
  primaryAddress: false,
  extraInfo: "",
  latitude: `60.18${id}`,
  longitude: "24.96",
  ...parts,
});
const home = saved("1", { primaryAddress: true, extraInfo: "Ovikoodi 1234" });
const work = saved("2");
const deliversTo = ({ latitude }: UserAddress) => `GET ${SHOPS}/delivering?lat=${Number(latitude)}&lng=24.96`;
const answers = {
  [deliversTo(home)]: ok([delivering(1)]),
  [deliversTo(work)]: ok([delivering(2)]),
};
const noora = (...addresses: UserAddress[]) => aUser({ addresses, primaryAddress: addresses[0] ?? null });
const radio = (name: RegExp) => screen.findByRole("radio", { name });
const group = () => screen.findByRole("group", { name: "Valitse kuljetusosoite" });

describe("which address it begins with", () => {
  const typed = { ...draftOfSaved(null), address: anAddress(), addressText: "Liisankatu 12, 00170 Helsinki" };
  const match = saved("3", { streetAddress: "liisankatu 12", apartmentNumber: "B 7", zipCode: "00170" });

  // spec: OS-33
  test("the saved one that matches, else the favourite, else the first; without any it is as it was typed", async () => {
    const method = aDelivery();
    for (const [book, chosen] of [
      [[work, home, match], /^liisankatu 12 B 7/],
      [[work, home], /^Vaasankatu 1 C 24/],
      [[work, saved("4")], /^Vaasankatu 2 C 24/],
    ] as const) {
      open({ user: noora(...book), method, answers });
      expect(await radio(chosen)).toBeChecked();
      cleanup();
    }
    open({ user: noora(), method });
    const field = await screen.findByRole("combobox", { name: "Syötä kuljetusosoite" });
    expect(field).toHaveValue("Liisankatu 12, 00170 Helsinki");
    expect(ofBook(typed, null)).toBe(typed);
  });

  // spec: OS-34
  test("of who is not signed in it is the order's, or the one that they gave last", async () => {
    const field = () => screen.findByRole("combobox", { name: "Syötä kuljetusosoite" });
    open({ method: aDelivery() });
    expect(await field()).toHaveValue("Liisankatu 12, 00170 Helsinki");
    cleanup();
    open({ contact: { ...NEW_ORDER.contact, address: anAddress({ streetAddress: "Vilhonkatu 4" }) } });
    expect(await field()).toHaveValue("Vilhonkatu 4, 00170 Helsinki");
  });

  test("what the driver should know of the matching one stays as it was written since", () => {
    const written = { ...typed, address: anAddress({ extraInfo: "Summeri rikki" }) };
    expect(ofBook(written, [match]).address?.extraInfo).toBe("Summeri rikki");
  });

  test("when the chosen one is deleted it is the first that is left, or none", () => {
    const chosen = ofBook({ ...typed, address: null }, [work, saved("4")]);
    expect(chosen.addressId).toBe("2");
    expect(ofBook(chosen, [saved("4")])).toMatchObject({ addressId: "4", address: { latitude: 60.184 } });
    expect(ofBook(chosen, [])).toMatchObject({ addressId: null, address: null, addressText: "" });
  });

  // spec: OS-35, CC-11
  test("the call centre writes each address anew", async () => {
    open({ user: { ...CALL_CENTRE_USER, addresses: [home] }, method: aDelivery() });
    expect(await screen.findByRole("combobox", { name: "Syötä kuljetusosoite" })).toHaveValue("");
    expect(screen.queryByRole("group", { name: "Valitse kuljetusosoite" })).toBeNull();
  });
});

test("the favourite is chosen, another one at a press, and that is what is saved", async () => {
  const { onSaved } = open({ user: noora(home, work), answers });
  expect(await radio(/^Vaasankatu 1 C 24/)).toBeChecked();
  expect(within(await group()).getByText("00500 Helsinki · suosikki")).toBeVisible();
  await userEvent.click(await radio(/^Vaasankatu 2 C 24/));
  await screen.findByRole("radio", { name: /^Ovelle 2/ });
  await userEvent.click(screen.getByRole("button", { name: "Tallenna valinnat" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(onSaved.mock.lastCall?.[0]).toMatchObject({
    restaurantId: "2",
    address: { streetAddress: "Vaasankatu 2", apartmentNumber: "C 24", latitude: 60.182, longitude: 24.96 },
  });
});

test("on the front page the chosen one stands alone until another is wanted", async () => {
  open({ user: noora(home, work), variant: "inline", answers });
  expect(await screen.findByText("Vaasankatu 1 C 24")).toBeVisible();
  expect(screen.queryByRole("group", { name: "Valitse kuljetusosoite" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Vaihda osoite" }));
  expect(within(await group()).getAllByRole("radio")).toHaveLength(2);
});

test("an address without a place keeps its row, cannot be chosen and says why", async () => {
  open({ user: noora(home, saved("2", { latitude: "", longitude: "" })), answers });
  const lost = await screen.findByRole("radio", { name: /Vaasankatu 2 C 24.*sijainti puuttuu/ });
  expect(lost).toBeDisabled();
});

// spec: OS-38
test("one that is edited is chosen; deleting it is asked, and the first that is left takes its place, or none", async () => {
  const moved = { ...work, apartmentNumber: "A 1" };
  const after = (...book: UserAddress[]) => ok({ user: noora(...book), roles: [] });
  const { client } = open({
    user: noora(home, work),
    answers: {
      ...answers,
      "PUT /api/users/me/addresses/2": ok(moved),
      "POST /api/users/me/addresses/2/primary": ok(moved),
      "DELETE /api/users/me/addresses/2": { status: 204 },
      "DELETE /api/users/me/addresses/1": { status: 204 },
      [SESSION]: [after(home, moved), after(home), after()],
    },
  });
  // As the app does, of which the session is a part.
  const reread = () => doAct(() => client.fetchQuery({ ...sessionQuery, staleTime: 0 }));
  await userEvent.click(await screen.findByRole("link", { name: "Muokkaa: Vaasankatu 2 C 24" }));
  const dialog = await screen.findByRole("dialog", { name: "Muokkaa kuljetusosoitetta" });
  const apartment = within(dialog).getByRole("textbox", { name: "Rappu/asunto" });
  await userEvent.clear(apartment);
  await userEvent.type(apartment, "A 1");
  await userEvent.click(within(dialog).getByRole("button", { name: "Tallenna" }));
  expect(await screen.findByText("Osoite päivitetty.")).toBeVisible();
  await reread();
  expect(await radio(/^Vaasankatu 2 A 1/)).toBeChecked();
  const remove = async (door: string) => {
    await userEvent.click(await screen.findByRole("link", { name: `Muokkaa: ${door}` }));
    const again = within(await screen.findByRole("dialog", { name: "Muokkaa kuljetusosoitetta" }));
    await userEvent.click(again.getByRole("button", { name: "Poista osoite" }));
    await again.findByText(`Poistetaanko ${door}?`);
    await userEvent.click(again.getByRole("button", { name: "Poista" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await reread();
  };
  await remove("Vaasankatu 2 A 1");
  expect(screen.getByText("Osoite poistettu.")).toBeVisible();
  expect(await radio(/^Vaasankatu 1 C 24/)).toBeChecked();
  expect(screen.queryByText(/Vaasankatu 2/)).toBeNull();
  await remove("Vaasankatu 1 C 24");
  expect(await screen.findByRole("combobox", { name: "Syötä kuljetusosoite" })).toHaveValue("");
  expect(screen.queryByRole("group", { name: "Valitse kuljetusosoite" })).toBeNull();
});

// spec: OS-07
test("where it goes is written, or chosen from the book; where one comes to is searched for", async () => {
  open();
  expect(await screen.findByRole("combobox", { name: "Syötä kuljetusosoite" })).toBeVisible();
  cleanup();
  open({ user: noora(home, work), answers });
  expect(await group()).toBeVisible();
  for (const type of ["Nouto", "Paikan päällä"]) {
    await choose(type);
    expect(await screen.findByRole("searchbox", { name: "Hae ravintoloita" })).toBeVisible();
    expect(screen.queryByRole("group", { name: "Valitse kuljetusosoite" })).toBeNull();
  }
});
