/** Who orders, as it is written at the button. */
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { open, order, withFreshCheckout } from "./testing/cartPage";

withFreshCheckout();

// spec: CK-32
test("offers are sent only to who allows them", async () => {
  open();
  expect(currentOrder()).toMatchObject({ emailMarketingPermission: false, smsMarketingPermission: false });
  await userEvent.click(screen.getByRole("checkbox", { name: "Tarjouksia saa lähettää sähköpostiin" }));
  expect(currentOrder()).toMatchObject({ emailMarketingPermission: true, smsMarketingPermission: false });
  await userEvent.click(screen.getByRole("checkbox", { name: "Tarjouksia saa lähettää tekstiviestillä" }));
  await vi.waitFor(() =>
    expect(currentOrder()).toMatchObject({ emailMarketingPermission: true, smsMarketingPermission: true }),
  );
});

test("what was written to the driver in the set-up stands in the cart, until something newer is typed there", async () => {
  const delivery = { method: order.method && { ...order.method, orderType: "delivery" as const } };
  open({ ...delivery, additionalInfo: "Ovikoodi 1234" });
  const field = () => screen.getByRole("textbox", { name: "Lisätiedot kuljettajalle" });
  expect(field()).toHaveValue("Ovikoodi 1234");
  act(() => putOrder({ ...order, ...delivery, additionalInfo: "Soita summeria" }));
  expect(field()).toHaveValue("Soita summeria");
  await userEvent.type(field(), " kahdesti");
  act(() => putOrder({ ...order, ...delivery, additionalInfo: "Ovikoodi 1234" }));
  expect(field()).toHaveValue("Soita summeria kahdesti");
});

// spec: CK-29
test("a value that fits no rule of its own is told as such", async () => {
  open({ contact: { ...order.contact, name: "a".repeat(101) } });
  await userEvent.click(screen.getByRole("textbox", { name: "Nimi" }));
  await userEvent.tab();
  expect(screen.getByText("Virheellinen arvo.")).toBeVisible();
});

// spec: CK-27
test.each([
  ["040", "Antamasi puhelinnumero on liian lyhyt"],
  ["040 123 4567 890 12", "Antamasi puhelinnumero on liian pitkä"],
  ["040 12x", "Antamasi puhelinnumero on virheellinen"],
])("of the number %s it is said: %s", async (phone, words) => {
  open({ contact: { ...order.contact, phone } });
  await userEvent.click(screen.getByRole("textbox", { name: "Puhelin" }));
  await userEvent.tab();
  expect(screen.getByText(words)).toBeVisible();
});

// spec: CK-24, CK-26
test("what is wrong with the contact is said under its field, once it was left", async () => {
  open({ contact: { ...order.contact, name: "", phone: "040", email: "aino" } });
  await userEvent.click(screen.getByRole("textbox", { name: "Nimi" }));
  expect(screen.queryByText("Tämä kenttä on pakollinen.")).toBeNull();
  await userEvent.tab();
  expect(screen.getByText("Tämä kenttä on pakollinen.")).toBeVisible();
  await userEvent.tab();
  expect(screen.getByText("Antamasi puhelinnumero on liian lyhyt")).toBeVisible();
  await userEvent.tab();
  expect(screen.getByText("Antamasi sähköposti on virheellinen.")).toBeVisible();
});
