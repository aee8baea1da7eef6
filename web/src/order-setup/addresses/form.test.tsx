/** The form for an address: when it may be saved, and what is said where it could not be. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { watchPageErrors } from "../../analytics/pageErrors";
import { type Answer, refusal, serve } from "../../api/testing/server";
import type { Place, SuggestedPlace, UserAddress } from "../../api/wire";
import { aUser, knowing, SESSION, sessionIs } from "../../session/testing/people";
import { AddressForm } from "./AddressForm";

const BOOK = "/api/users/me/addresses";
const suggested: SuggestedPlace = {
  placeId: "p12",
  label: "Liisankatu 12, Helsinki",
  streetAddress: "Liisankatu 12",
  streetNumber: "12",
  postalCode: "00170",
  city: "Helsinki",
};
const place: Place = { ...suggested, postalCode: "00170", latitude: 60.17, longitude: 24.95 };
const kept: UserAddress = {
  addressId: "7",
  streetAddress: "Liisankatu 12",
  apartmentNumber: "",
  zipCode: "00170",
  city: "Helsinki",
  primaryAddress: true,
  extraInfo: "",
  latitude: "60.17",
  longitude: "24.95",
};

const beacon = vi.fn<(path: string, body: string) => boolean>(() => true);

beforeEach(() => {
  beacon.mockClear();
  Object.defineProperty(navigator, "sendBeacon", { value: beacon, configurable: true });
});
afterEach(() => vi.unstubAllGlobals());

function open(
  saved: UserAddress | null,
  answers: Record<string, Answer | Answer[]> = {},
  isFavouriteOffered = false,
) {
  const user = aUser();
  const asked = serve({
    [SESSION]: sessionIs({ user, roles: [] }),
    [`GET ${BOOK}`]: { status: 200, body: [] },
    "GET /api/commerce/places/suggest?q=Liisankatu": { status: 200, body: [suggested] },
    "GET /api/commerce/places/p12": { status: 200, body: place },
    ...answers,
  });
  const onSaid = vi.fn<(text: string) => void>();
  const form = <AddressForm modal="osoite" {...{ saved, isFavouriteOffered, onSaid }} />;
  const router = createMemoryRouter([{ path: "*", element: form }], { initialEntries: ["/"] });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const sent = () => asked.filter(({ call }) => !call.startsWith("GET")).map(({ call }) => call);
  return { asked, sent, onSaid };
}

async function pick() {
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "Liisankatu" } });
  await userEvent.click(await screen.findByRole("option"));
}

// spec: OS-26
test("an address is searched for; it has its door, what the driver should know, and may be the favourite", async () => {
  const other = { ...kept, primaryAddress: false };
  const { asked, onSaid } = open(other, { [`PUT ${BOOK}/7`]: { status: 200, body: other } }, true);
  expect(screen.getByRole("combobox", { name: "Syötä kuljetusosoite" })).toHaveValue(
    "Liisankatu 12, 00170 Helsinki",
  );
  const door = screen.getByRole("textbox", { name: "Rappu/asunto" });
  expect(door).toHaveAttribute("placeholder", "Esim. C 24");
  expect(door).toHaveAttribute("maxlength", "20");
  // What is put in at once is cut off, too.
  fireEvent.change(door, { target: { value: "rappu C, asunto 24 ja vielä jotain" } });
  expect(door).toHaveValue("rappu C, asunto 24 j");
  const driver = screen.getByRole("textbox", { name: "Lisätiedot kuljettajalle" });
  expect(driver).toHaveAttribute("rows", "3");
  expect(driver).toHaveAccessibleDescription("Esim. ovikoodi, kerros, yritys, kontaktiton toimitus");
  fireEvent.change(driver, { target: { value: "Ovikoodi 1234" } });
  await userEvent.click(screen.getByRole("checkbox", { name: "Suosikkiosoite", checked: false }));
  await userEvent.click(screen.getByRole("button", { name: "Tallenna" }));
  await vi.waitFor(() => expect(onSaid).toHaveBeenCalledWith("Osoite päivitetty."));
  expect(asked.find(({ call }) => call.startsWith("PUT"))?.body).toMatchObject({
    apartmentNumber: "rappu C, asunto 24 j",
    extraInfo: "Ovikoodi 1234",
    primaryAddress: true,
  });
});

// spec: OS-50
test("a new address is not saved before one is picked, nor again while it is being saved", async () => {
  const { sent, onSaid } = open(null);
  const before = screen.getByRole("button", { name: "Valitse vielä osoite." });
  expect(before).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(before);
  expect(sent()).toEqual([]);
  await pick();
  const save = await screen.findByRole("button", { name: "Tallenna" });
  expect(save).not.toHaveAttribute("aria-disabled", "true");

  let answer: (response: Response) => void = () => {};
  const served = fetch;
  const posts: string[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (init.method !== "POST") return served(path, init);
    posts.push(path);
    return new Promise<Response>((resolve) => (answer = resolve));
  });
  await userEvent.click(save);
  const saving = screen.getByRole("button", { name: /Tallenna/ });
  expect(saving).toHaveAttribute("aria-disabled", "true");
  expect(saving).toHaveAttribute("aria-busy", "true");
  await userEvent.click(saving);
  expect(posts).toEqual([BOOK]);
  answer(new Response(JSON.stringify(kept), { status: 201 }));
  await vi.waitFor(() => expect(onSaid).toHaveBeenCalledWith("Osoite lisätty."));
});

// spec: OS-68
describe("what could not be done", () => {
  beforeAll(watchPageErrors);

  const MOST = refusal(409, "address/too-many", "Osoitteita voi olla enintään 20.");
  const SAME = refusal(409, "address/exists", "Osoite on jo tallennettu.");
  const OTHER: Answer = { status: 502 };

  test.each<[string, UserAddress | null, string, Answer, string]>([
    ["added", null, `POST ${BOOK}`, MOST, "Osoitteita voi olla enintään 20."],
    ["changed", kept, `PUT ${BOOK}/7`, SAME, "Osoite on jo tallennettu."],
    [
      "deleted",
      kept,
      `DELETE ${BOOK}/7`,
      refusal(404, "address/not-found", "Osoitetta ei löydy."),
      "Osoitetta ei löydy.",
    ],
    [
      "changed for no known reason",
      kept,
      `PUT ${BOOK}/7`,
      OTHER,
      "Tietoja ei saatu tallennettua. Yritä uudelleen.",
    ],
  ])(
    "is said in a banner, and to the log: an address that is not %s",
    async (_, saved, call, answer, words) => {
      const { sent, onSaid } = open(saved, { [call]: answer });
      if (saved === null) await pick();
      if (call.startsWith("DELETE")) {
        await userEvent.click(screen.getByRole("button", { name: "Poista osoite" }));
        await userEvent.click(screen.getByRole("button", { name: "Poista" }));
      } else {
        await userEvent.click(await screen.findByRole("button", { name: "Tallenna" }));
      }
      const said = await screen.findByText(words);
      expect(said.closest('[role="alert"]')).toBeVisible();
      expect([sent(), onSaid.mock.calls]).toEqual([[call], []]);
      window.dispatchEvent(new Event("pagehide"));
      expect(beacon.mock.calls.map(([, body]) => body).join()).toContain('"FRONTEND_ADDRESS_ERROR"');
    },
  );
});
