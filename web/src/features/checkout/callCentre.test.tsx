/** The cart of the call centre: whose contact it is, and what it is paid by. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { NEW_ORDER } from "../../shop/cart/order";
import { currentOrder } from "../../shop/cart/useCart";
import { open, order, withFreshCheckout } from "./testing/cartPage";
import { card } from "./testing/methods";

withFreshCheckout();

const cod = { ...card, id: "cod", name: "Maksu toimituksen yhteydessä", group: "others" };

// spec: CC-06
test("whoever calls pays in cash where nothing else was chosen", async () => {
  open({ paymentMethod: null }, { isCallCentre: true, methods: [card, cod] });
  await vi.waitFor(() => expect(currentOrder().paymentMethod).toBe("cod"));
  await userEvent.click(screen.getByRole("radio", { name: "Pankki- tai luottokortti" }));
  await vi.waitFor(() => expect(currentOrder().paymentMethod).toBe(card.id));
});

test("nobody else does", async () => {
  open({ paymentMethod: null }, { methods: [card, cod] });
  expect(await screen.findByRole("radio", { name: "Maksu toimituksen yhteydessä" })).not.toBeChecked();
  expect(currentOrder().paymentMethod).toBeNull();
});

test("nothing of the call centre's own stands in the fields", async () => {
  open({ contact: NEW_ORDER.contact, paymentMethod: null }, { isCallCentre: true, methods: [card, cod] });
  await vi.waitFor(() => expect(currentOrder().paymentMethod).toBe("cod"));
  for (const name of ["Nimi", "Puhelin", "Sähköposti (valinnainen)"]) {
    expect(screen.getByRole("textbox", { name })).toHaveValue("");
  }
});

test("whoever calls need not have an e-mail address, and is asked for no permission", async () => {
  open({ contact: { ...order.contact, email: "" } }, { isCallCentre: true });
  const field = screen.getByRole("textbox", { name: "Sähköposti (valinnainen)" });
  await userEvent.click(field);
  await userEvent.tab();
  expect(field).toBeValid();
  expect(screen.queryByText("Tämä kenttä on pakollinen.")).toBeNull();
  expect(screen.queryByRole("checkbox", { name: /^Tarjouksia/ })).toBeNull();
  await userEvent.type(field, "aino");
  await userEvent.tab();
  expect(field).toBeInvalid();
});
