/** The address book: what stands in it, and what becomes of it. */
import { readFileSync } from "node:fs";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../../api/testing/server";
import type { UserAddress } from "../../api/wire";
import { Component as AddressesPage } from "./AddressesPage";
import { Component as DetailsPage } from "./DetailsPage";
import { addressOf, noora, openAs } from "./testing/open";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const BOOK = "GET /api/users/me/addresses";
const home = addressOf({ extraInfo: "Ovikoodi 2480" });
const work = addressOf({
  addressId: "2",
  streetAddress: "Liisankatu 12",
  apartmentNumber: "",
  zipCode: "00170",
  city: "Espoo",
  primaryAddress: false,
});

const open = (book: UserAddress[], answers: Record<string, Answer | Answer[]> = {}) =>
  openAs(noora, AddressesPage, { [BOOK]: { status: 200, body: book }, ...answers });

// spec: AC-06
test("each address has its street with the door, its code and town, and what the driver is told", async () => {
  openAs(noora, DetailsPage, { [BOOK]: { status: 200, body: [home, work] } });
  const book = (await screen.findByText("Vilhonkatu 4 B 12")).closest("ul");
  const rows = within(book ?? document.body)
    .getAllByRole("listitem")
    .map((row) => [...row.querySelectorAll("b, span")].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ["Vilhonkatu 4 B 12", "00100 Helsinki · suosikki", "Ovikoodi 2480"],
    ["Liisankatu 12", "00170 Espoo"],
  ]);
});

// spec: AC-07, OS-37
describe("an address", () => {
  const hearts = () => screen.queryAllByRole("button", { name: /^Tee suosikiksi:/ });

  test("is made the favourite where there are others; its heart beats once", async () => {
    const asked = open([], {
      [BOOK]: [
        { status: 200, body: [home, work] },
        {
          status: 200,
          body: [
            { ...work, primaryAddress: true },
            { ...home, primaryAddress: false },
          ],
        },
      ],
      "POST /api/users/me/addresses/2/primary": { status: 200, body: work },
    });
    const favour = await screen.findByRole("button", { name: "Tee suosikiksi: Liisankatu 12" });
    expect(favour).toHaveAttribute("aria-pressed", "false");
    expect(favour.className).not.toContain("isFavourite");
    await userEvent.click(favour);
    expect(await screen.findByText("Suosikkiosoite päivitetty.")).toBeVisible();
    expect(favour).toHaveAttribute("aria-pressed", "true");
    expect(favour.className).toContain("isFavourite");
    const styles = readFileSync("src/features/account/AddressBook.module.css", "utf8");
    expect(styles).toMatch(/\.isFavourite svg \{[^}]*animation: beat \d+ms/);
    expect(styles).toMatch(/@keyframes beat \{\s+\S/);
    expect(asked.filter(({ call }) => call.startsWith("POST"))).toEqual([
      { call: "POST /api/users/me/addresses/2/primary", body: null },
    ]);
  });

  test("that is the only one is not made the favourite", async () => {
    open([home]);
    await screen.findByText("Vilhonkatu 4 B 12");
    expect(hearts()).toEqual([]);
  });

  test("is edited in a dialog of its own", async () => {
    const asked = open([home], {
      "PUT /api/users/me/addresses/1": { status: 200, body: { ...home, apartmentNumber: "C 1" } },
    });
    await userEvent.click(await screen.findByRole("link", { name: "Muokkaa: Vilhonkatu 4 B 12" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Muokkaa kuljetusosoitetta" }));
    const door = dialog.getByLabelText("Rappu/asunto");
    expect(door).toHaveValue("B 12");
    await userEvent.clear(door);
    await userEvent.type(door, "C 1");
    await userEvent.click(dialog.getByRole("button", { name: "Tallenna" }));
    expect(await screen.findByText("Osoite päivitetty.")).toBeVisible();
    expect(asked.find(({ call }) => call.startsWith("PUT"))?.body).toMatchObject({
      streetAddress: "Vilhonkatu 4",
      apartmentNumber: "C 1",
      extraInfo: "Ovikoodi 2480",
    });
  });

  test("is deleted after one is asked", async () => {
    const asked = open([], {
      [BOOK]: [
        { status: 200, body: [home] },
        { status: 200, body: [] },
      ],
      "DELETE /api/users/me/addresses/1": { status: 204 },
    });
    await userEvent.click(await screen.findByRole("link", { name: "Muokkaa: Vilhonkatu 4 B 12" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Muokkaa kuljetusosoitetta" }));
    await userEvent.click(dialog.getByRole("button", { name: "Poista osoite" }));
    expect(dialog.getByText("Poistetaanko Vilhonkatu 4 B 12?")).toBeVisible();
    expect(asked.map(({ call }) => call)).not.toContain("DELETE /api/users/me/addresses/1");
    await userEvent.click(dialog.getByRole("button", { name: "Poista" }));
    expect(await screen.findByText("Osoite poistettu.")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Vilhonkatu 4 B 12")).toBeNull());
  });

  test("that is new is added in a dialog of its own", async () => {
    const found = {
      placeId: "p8",
      label: "Opastinsilta 8, Helsinki",
      streetNumber: "8",
      postalCode: "00520",
    };
    const place = { ...found, streetAddress: "Opastinsilta 8", city: "Helsinki" };
    const added = addressOf({ addressId: "3", streetAddress: "Opastinsilta 8", primaryAddress: false });
    const asked = open([], {
      [BOOK]: [
        { status: 200, body: [home] },
        { status: 200, body: [home, added] },
      ],
      "GET /api/commerce/places/suggest?q=Opastin": { status: 200, body: [place] },
      "GET /api/commerce/places/p8": { status: 200, body: { ...place, latitude: 60.2, longitude: 24.9 } },
      "POST /api/users/me/addresses": { status: 201, body: added },
    });
    await userEvent.click(await screen.findByRole("link", { name: "Lisää uusi osoite" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Lisää uusi osoite" }));
    const field = dialog.getByRole("combobox", { name: "Syötä kuljetusosoite" });
    expect(field).toHaveValue("");
    expect(dialog.getByRole("button", { name: "Valitse vielä osoite." })).toBeVisible();
    fireEvent.change(field, { target: { value: "Opastin" } });
    await userEvent.click(await dialog.findByRole("option"));
    await userEvent.click(await dialog.findByRole("button", { name: "Tallenna" }));
    expect(await screen.findByText("Osoite lisätty.")).toBeVisible();
    expect(asked.find(({ call }) => call.startsWith("POST"))?.body).toMatchObject({
      streetAddress: "Opastinsilta 8",
      zipCode: "00520",
      latitude: "60.2",
    });
    expect(await screen.findByText("Opastinsilta 8 B 12")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

// spec: OS-51
test.each<[string, UserAddress[], string, number]>([
  ["the first one is added", [], "Lisää uusi osoite", 0],
  ["another one is added", [home], "Lisää uusi osoite", 1],
  ["the only one is edited", [home], "Muokkaa: Vilhonkatu 4 B 12", 0],
  ["one of two is edited", [home, work], "Muokkaa: Liisankatu 12", 1],
])("where %s the favourite is asked for, or is not", async (_, book, link, times) => {
  open(book);
  await userEvent.click(await screen.findByRole("link", { name: link }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("combobox")).toHaveLength(1);
  expect(dialog.queryAllByRole("checkbox", { name: "Suosikkiosoite" })).toHaveLength(times);
});
