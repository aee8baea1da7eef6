/** What is half chosen when the page goes: it is there again, until it is saved. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentOrder } from "../shop/cart/useCart";
import { aDelivery } from "../shop/testing/orders";
import { reload } from "../testing/reload";
import { DRAFTS } from "./keptDraft";
import { address, choose, delivering, DELIVERING, HOME, ok, open, SEARCH, SHOPS } from "./testing/opened";

beforeEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const apartment = () => screen.getByRole("textbox", { name: "Rappu/asunto" });
const driver = () => screen.getByRole("textbox", { name: "Lisätiedot kuljettajalle" });

describe.each(["inline", "sheet"] as const)("%s: a page that is loaded anew", (variant) => {
  test("has an address that is half written, and opens no list over it", async () => {
    const answers = {
      "GET /api/commerce/places/suggest?q=Liisank": ok([
        {
          placeId: "p",
          label: "Liisankatu 12",
          streetAddress: "Liisankatu 12",
          streetNumber: "12",
          postalCode: "00170",
          city: "Helsinki",
        },
      ]),
    };
    open({ variant, answers });
    await userEvent.type(await screen.findByRole("combobox"), "Liisank");
    reload();
    open({ variant, answers });
    await screen.findByRole("combobox");
    expect(address()).toHaveValue("Liisank");
    await waitFor(() => expect(screen.getByRole("listbox").children).toHaveLength(1));
    expect(address()).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(address());
    expect(address()).toHaveAttribute("aria-expanded", "true");
  });

  test("has the type that was chosen, and the words that were searched for", async () => {
    const found = { "GET /api/commerce/v2/shops/search?q=Ovelle+3&orderType=pickup": ok([]) };
    open({ variant, answers: found });
    await choose("Nouto");
    await userEvent.type(screen.getByRole("searchbox"), "Ovelle 3");
    reload();
    open({ variant, answers: found });
    expect(await screen.findByRole("searchbox")).toHaveValue("Ovelle 3");
    expect(screen.getByRole("radio", { name: "Nouto" })).toBeChecked();
  });
});

test("stairs, words to the driver, restaurant and time are there again", async () => {
  const day = { date: "2100-11-25", times: ["2100-11-25 19:45", "2100-11-25 20:00"] };
  const answers = {
    [`GET ${SHOPS}/2/preorder-days?orderType=delivery`]: ok({ days: [day] }),
    ...Object.fromEntries(
      day.times.map((time) => [
        `${DELIVERING}&preOrderTime=${encodeURIComponent(time).replace("%20", "+")}`,
        ok([delivering(1), delivering(2)]),
      ]),
    ),
  };
  const method = aDelivery({ restaurantId: "1" });
  open({ method, answers });
  await userEvent.type(await screen.findByRole("textbox", { name: "Rappu/asunto" }), "7");
  await userEvent.type(driver(), "Ovikoodi 1234");
  await userEvent.click(await screen.findByRole("radio", { name: /^Ovelle 2/ }));
  await choose("Teen ennakkotilauksen");
  await choose("20.00");
  reload();
  open({ method, answers });
  expect(await screen.findByRole("radio", { name: "20.00" })).toBeChecked();
  expect(apartment()).toHaveValue("B 77");
  expect(driver()).toHaveValue("Ovikoodi 1234");
  expect(screen.getByRole("radio", { name: /^Ovelle 2/ })).toBeChecked();
});

test("what was saved is no draft any more", async () => {
  const { onSaved } = open();
  await choose("Nouto");
  await choose("Ovelle 3 Sturenkatu 3 n. 15 min");
  await userEvent.click(screen.getByRole("button", { name: "Tallenna valinnat" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(currentOrder().method).toMatchObject({ orderType: "pickup", restaurantId: "3" });
  reload();
  expect(sessionStorage).toHaveLength(0);
});

// spec: OS-04
test("a link that names a type wins over what was begun without it", async () => {
  open({ at: "/" });
  await userEvent.type(await screen.findByRole("combobox"), "Liisank");
  reload();
  open({ at: "/?nouto", answers: { [SEARCH]: ok([]) } });
  expect(await screen.findByRole("radio", { name: "Nouto" })).toBeChecked();
});

test("what is begun on the front page is not gone on with in the sheet", async () => {
  open({ variant: "inline" });
  await userEvent.type(await screen.findByRole("combobox"), "Liisank");
  reload();
  open({ variant: "sheet" });
  await screen.findByRole("combobox");
  expect(address()).toHaveValue("");
});

const WHOLE = {
  addressId: null,
  orderType: "delivery",
  isPreorder: false,
  preorderTime: null,
  addressText: "Liisank",
  address: null,
  searchText: "",
  restaurantId: null,
};

test.each([
  null,
  "Liisank",
  { ...WHOLE, orderType: "drone" },
  { ...WHOLE, isPreorder: "yes" },
  { ...WHOLE, addressText: 7 },
  { ...WHOLE, restaurantId: 12 },
  { ...WHOLE, address: { ...HOME, latitude: "60" } },
  { ...WHOLE, address: { streetAddress: "Liisankatu 12" } },
  { ...WHOLE, address: "Liisankatu 12" },
])("what is no draft is none: %j", (value) => {
  const put = (draft: unknown) => sessionStorage.setItem("ovelle.setup.2", JSON.stringify([["a", draft]]));
  put(value);
  expect(DRAFTS.find("a")).toBeNull();
  put(WHOLE);
  expect(DRAFTS.find("a")).toEqual(WHOLE);
});
