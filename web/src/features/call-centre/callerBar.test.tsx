/** Who calls: found, chosen, and forgotten. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import type { FoundCustomers } from "../../api/wire";
import { currentOrder, dispatch } from "../../shop/cart/useCart";
import { currentCall, endCall, onBehalfOf } from "../../shop/onBehalf/onBehalf";
import { newItem } from "../../shop/testing/orders";
import { CallerBar } from "./CallerBar";

const SEARCH = "POST /api/staff/customers/search";
const AINO = {
  customerRef: "ref-aino",
  name: "Aino Aalto",
  subscribedToLoyalty: true,
  addresses: [
    {
      addressId: "1",
      streetAddress: "Liisankatu 12",
      apartmentNumber: "A 3",
      zipCode: "00170",
      city: "Helsinki",
      primaryAddress: true,
      extraInfo: "Ovikoodi 2480",
      latitude: "60.1741",
      longitude: "24.9536",
    },
  ],
  lastOrders: [],
};
const FOUND: FoundCustomers = { customers: [AINO], guestOrders: [] };

beforeEach(() => endCall());

function open(...answers: Answer[]) {
  const asked = serve({ [SEARCH]: answers });
  const router = createMemoryRouter([{ path: "*", element: <Shown /> }], { initialEntries: ["/"] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

function Shown() {
  const { hash } = useLocation();
  return (
    <>
      <CallerBar />
      <p>{`nyt ${hash}`}</p>
    </>
  );
}

async function search(phone: string) {
  const field = screen.getByRole("textbox", { name: "Soittajan numero" });
  await userEvent.clear(field);
  await userEvent.type(field, phone);
  await userEvent.click(screen.getByRole("button", { name: "Hae" }));
}

test("who was found is chosen, and the order is theirs", async () => {
  const asked = open({ status: 200, body: FOUND });
  await search("040 123 4567");
  expect(asked[0]?.body).toEqual({ phone: "040 123 4567" });
  await userEvent.click(await screen.findByRole("button", { name: /Aino Aalto.*Kotijoukoissa/ }));
  expect(screen.getByText(/Tilaus asiakkaalle Aino Aalto/)).toBeVisible();
  await vi.waitFor(() =>
    expect(currentOrder().contact).toMatchObject({ name: "Aino Aalto", phone: "040 123 4567" }),
  );
  expect(onBehalfOf(currentOrder())).toEqual({ phone: "040 123 4567", customerRef: "ref-aino" });
  const addresses = within(screen.getByRole("region", { name: "Osoitteet" }));
  await userEvent.click(addresses.getByRole("button", { name: "Toimita osoitteeseen Liisankatu 12 A 3" }));
  expect(currentCall().address).toMatchObject({ streetAddress: "Liisankatu 12", extraInfo: "Ovikoodi 2480" });
  expect(screen.getByText("nyt #aloita-tilaus")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Vaihda asiakas" }));
  expect(screen.getByRole("textbox", { name: "Soittajan numero" })).toHaveValue("");
  expect(onBehalfOf(currentOrder())).toBeNull();
});

test("of too many nobody is shown, and one goes on without an account", async () => {
  open({ status: 200, body: { customers: [], guestOrders: [], tooMany: true } });
  await search("040 123 4567");
  expect(await screen.findByText(/liian monta asiakastiliä/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Tilaa ilman asiakastiliä" }));
  expect(onBehalfOf({ contact: { ...currentOrder().contact, phone: "0401234567" } })).toEqual({
    phone: "0401234567",
  });
});

test.each([
  [refusal(422, "request/invalid", ""), "Kirjoita koko numero, vähintään seitsemän numeroa."],
  [refusal(429, "request/too-many", ""), "Hakuja on ollut liikaa. Odota hetki ja yritä uudelleen."],
  [refusal(503, "service/unavailable", ""), "Haku ei onnistunut. Yritä uudelleen."],
])("what was refused is said at the field: %j", async (answer, words) => {
  open(answer);
  await search("040");
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Soittajan numero" })).toBeInvalid();
});

test("the cart of who calls is emptied once it was asked for twice", async () => {
  open({ status: 200, body: FOUND });
  await search("040 123 4567");
  await userEvent.click(await screen.findByRole("button", { name: /Aino Aalto/ }));
  await dispatch({ type: "addItem", item: newItem(), quantity: 1 });
  await userEvent.click(screen.getByRole("button", { name: "Tyhjennä kori" }));
  const question = within(screen.getByRole("dialog", { name: "Tyhjennä ostoskori" }));
  expect(currentOrder().items).toHaveLength(1);
  await userEvent.click(question.getByRole("button", { name: "Tyhjennä" }));
  await vi.waitFor(() => expect(currentOrder().items).toEqual([]));
  expect(screen.getByText(/Tilaus asiakkaalle Aino Aalto/)).toBeVisible();
});

test("an order that was placed is told, with its promise and its page, until there is another", async () => {
  const promisedAt = new Date(Date.now() + 60_000).toISOString();
  open();
  serve({ "GET /api/commerce/v2/order-tracking/10234/abc": [{ status: 200, body: { promisedAt } }] });
  endCall({ orderId: "10234", orderKey: "abc" });
  expect(await screen.findByText(/Tilaus 10234 on lähetetty ravintolaan\./)).toBeVisible();
  expect(await screen.findByText(/Luvattu noin kello\s\d+\.\d\d\./)).toBeVisible();
  const link = screen.getByRole("link", { name: "Tilauksen seuranta" });
  expect(link).toHaveAttribute("href", "/tilaus/10234?orderKey=abc");
  expect(screen.queryByRole("textbox", { name: "Soittajan numero" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Uusi tilaus" }));
  expect(screen.queryByText(/Tilaus 10234/)).toBeNull();
  expect(screen.getByRole("textbox", { name: "Soittajan numero" })).toHaveValue("");
});
