/** The set-up on the front page: what is settled stands on one line each, until one opens it. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { refusal } from "../api/testing/server";
import { aDelivery, aMethod, orderItem } from "../shop/testing/orders";
import {
  aFound,
  address,
  choose,
  delivering,
  DELIVERING,
  HOME,
  ok,
  open,
  rows,
  SEARCH,
  SHOPS,
} from "./testing/opened";

beforeEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const said = (element: HTMLElement) => element.textContent?.replaceAll("\u00a0", " ").trim();
const line = async (button: string) =>
  said((await screen.findByRole("button", { name: button })).closest("p") ?? document.body);
const SHOP_LIST = { name: "Valitse Ravintola" };

describe("what is settled", () => {
  test("is the first restaurant that delivers, with its fee, and others when one asks for them", async () => {
    open({ variant: "inline", method: aDelivery({ restaurantId: "1" }) });
    expect(await line("Vaihda")).toBe("Ovelle 1, kuljetus 4,90 €Vaihda");
    expect(screen.queryByRole("radiogroup", SHOP_LIST)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Vaihda" }));
    expect(rows()).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "Vaihda" })).toBeNull();
  });

  test("says no fee where none is known", async () => {
    const free = { ...delivering(1), deliveryFee: null };
    open({
      variant: "inline",
      method: aDelivery({ restaurantId: "1" }),
      answers: { [DELIVERING]: ok([free]) },
    });
    expect(await line("Vaihda")).toBe("Ovelle 1Vaihda");
  });

  test("is when it is there, and another time when one asks for it", async () => {
    open({ variant: "inline", method: aDelivery({ restaurantId: "1" }) });
    await screen.findByRole("button", { name: "Vaihda" });
    expect(await line("Vaihda aika")).toBe("Tilaan heti, ovella n. 35 minVaihda aika");
    expect(screen.queryByRole("group", { name: "Aika" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Vaihda aika" }));
    expect(screen.getByRole("group", { name: "Aika" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Vaihda aika" })).toBeNull();
  });

  test("is never the restaurant to fetch from: one looks for it, and it is ready then", async () => {
    const found = [aFound(1), aFound(2)];
    open({
      variant: "inline",
      method: aMethod({ restaurantId: "1" }),
      answers: { [`${SEARCH}&selected=1`]: ok(found) },
    });
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(await line("Vaihda aika")).toBe("Tilaan heti, valmis n. 15 minVaihda aika");
    expect(screen.queryByRole("button", { name: "Vaihda" })).toBeNull();
  });

  test("keeps what few need of an address folded away", async () => {
    open({ variant: "inline", method: aDelivery({ restaurantId: "1" }) });
    const driver = await screen.findByRole("textbox", { name: "Lisätiedot kuljettajalle" });
    expect(driver.closest("details")).not.toHaveAttribute("open");
    expect(driver).toHaveAccessibleDescription("Esim. ovikoodi, kerros, yritys, kontaktiton toimitus");
    expect(screen.getByRole("textbox", { name: "Rappu/asunto" })).toHaveAttribute(
      "placeholder",
      "Esim. C 24",
    );
  });
});

test("in the sheet there is nothing to unfold of an address", async () => {
  open({ method: aDelivery({ restaurantId: "1" }) });
  const driver = await screen.findByRole("textbox", { name: "Lisätiedot kuljettajalle" });
  expect(driver.closest("details")).toBeNull();
});

test("what nobody takes now gives way to what somebody does", async () => {
  const summary = {
    restaurantId: "1",
    displayName: "Ovelle 1",
    openForDeliveryStatus: "Closed",
    openForPickupStatus: "Open",
    openForEatinStatus: "Closed",
  };
  open({ answers: { [`GET ${SHOPS}/summaries`]: ok([summary]) } });
  expect(await screen.findByRole("searchbox", { name: "Hae ravintoloita" })).toBeVisible();
  expect(screen.getByRole("radio", { name: "Nouto" })).toBeChecked();
  expect(screen.queryByRole("radio", { name: "Kuljetus" })).toBeNull();
});

test("what could not be saved says so", async () => {
  const { onSaved } = open({
    method: aDelivery({ restaurantId: "1" }),
    items: [orderItem()],
    answers: {
      "POST /api/pricing/pricing/customer/cart": refusal(500, "service/error", "Jotain meni vikaan."),
    },
  });
  const save = await screen.findByRole("button", { name: "Tallenna valinnat" });
  expect(screen.queryByText("Valintoja ei saatu tallennettua. Yritä uudelleen.")).toBeNull();
  await userEvent.click(save);
  expect(await screen.findByText("Valintoja ei saatu tallennettua. Yritä uudelleen.")).toHaveAttribute(
    "role",
    "alert",
  );
  expect(onSaved).not.toHaveBeenCalled();
});

describe("a preorder", () => {
  const day = (time: string) => ok({ days: [{ date: time.slice(0, 10), times: [time] }] });
  const at = (time: string) => `${DELIVERING}&preOrderTime=${encodeURIComponent(time).replace("%20", "+")}`;
  const [EARLY, LATE] = ["2100-11-25 19:45", "2100-11-25 21:00"] as const;

  test("has no times before there is an address", async () => {
    open();
    await choose("Teen ennakkotilauksen");
    expect(screen.getByText("Ajat näkyvät, kun olet valinnut osoitteen.")).toBeVisible();
  });

  test("has none where the restaurant takes none", async () => {
    open({
      method: aDelivery({ restaurantId: "1" }),
      answers: { [`GET ${SHOPS}/1/preorder-days?orderType=delivery`]: ok({ days: [] }) },
    });
    await choose("Teen ennakkotilauksen");
    expect(await screen.findByText("Ravintola ei ota juuri nyt vastaan ennakkotilauksia.")).toBeVisible();
    expect(screen.queryByRole("group", { name: "Kellonaika" })).toBeNull();
  });

  test("has the times of the restaurant that is chosen, and of another when that is", async () => {
    open({
      method: aDelivery({ restaurantId: "1" }),
      answers: {
        [`GET ${SHOPS}/1/preorder-days?orderType=delivery`]: day(EARLY),
        [`GET ${SHOPS}/2/preorder-days?orderType=delivery`]: day(LATE),
        [at(EARLY)]: ok([delivering(1), delivering(2)]),
        [at(LATE)]: ok([delivering(1), delivering(2)]),
      },
    });
    await choose("Teen ennakkotilauksen");
    expect(await screen.findByRole("radio", { name: "19.45" })).toBeChecked();
    await userEvent.click(screen.getByRole("radio", { name: /^Ovelle 2/ }));
    expect(await screen.findByRole("radio", { name: "21.00" })).toBeChecked();
    expect(screen.queryByRole("radio", { name: "19.45" })).toBeNull();
  });

  test("keeps the restaurants in sight while they are asked how they stand then; for now it costs as now", async () => {
    open({
      method: aDelivery({ restaurantId: "1" }),
      answers: {
        [`GET ${SHOPS}/1/preorder-days?orderType=delivery`]: day(EARLY),
        [at(EARLY)]: ok([delivering(1, { preorderDeliveryFee: 3.5 })]),
      },
    });
    const { fetch } = globalThis;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
      if (path.includes("/delivering") && path.includes("preOrderTime")) await held;
      return fetch(path, init);
    });
    await choose("Teen ennakkotilauksen");
    await screen.findByRole("radio", { name: "19.45" });
    expect(rows()).toHaveLength(2);
    answer();
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(said(rows()[0]?.closest("label") ?? document.body)).toContain("kuljetus 3,50 €");
    await choose("Tilaan heti");
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(said(rows()[0]?.closest("label") ?? document.body)).toContain("kuljetus 4,90 €");
  });
});

describe("what is asked for", () => {
  test("to fetch, nobody is asked who delivers", async () => {
    const { asked } = open({
      method: aMethod({ restaurantId: "1", address: HOME }),
      answers: { [`${SEARCH}&selected=1`]: ok([aFound(1)]) },
    });
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(asked.filter(({ call }) => call.includes("/delivering"))).toEqual([]);
  });

  test("to fetch, the distance stands beside how long it takes", async () => {
    open({ at: "/?nouto", answers: { [SEARCH]: ok([aFound(1, { distanceKm: 2.21 })]) } });
    await waitFor(() => expect(rows()).toHaveLength(1));
    const [row] = rows();
    expect(said(row?.closest("label") ?? document.body)).toBe("Ovelle 1 Sturenkatu 1  n. 15 min 2,3 km");
  });
});

describe("suggestions", () => {
  const suggestion = (number: number) => ({
    placeId: `p${number}`,
    label: `Liisankatu ${number}`,
    streetAddress: `Liisankatu ${number}`,
    streetNumber: `${number}`,
    postalCode: "00170",
    city: "Helsinki",
  });
  const SUGGEST = "GET /api/commerce/places/suggest?q=Liisan";

  test.each([
    [[1], "1 ehdotus"],
    [[1, 3], "2 ehdotusta"],
  ])("are counted for readers: %j", async (numbers, words) => {
    open({ answers: { [SUGGEST]: ok(numbers.map(suggestion)) } });
    await userEvent.type(await screen.findByRole("combobox"), "Liisan");
    expect(await screen.findByText(words)).toHaveAttribute("role", "status");
    expect(
      within(screen.getByRole("listbox", { name: "Osoite-ehdotukset" })).getAllByRole("option"),
    ).toHaveLength(numbers.length);
  });

  test("that do not come are said not to once one is done with the field, and are asked for again", async () => {
    const words = "Osoitteita ei saatu haettua. Kokeile hetken päästä uudelleen.";
    const { asked } = open({ answers: { [SUGGEST]: [{ status: 503 }, ok([suggestion(1)])] } });
    await userEvent.type(await screen.findByRole("combobox"), "Liisan");
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain(SUGGEST));
    await waitFor(() => expect(screen.queryByText("Ladataan...")).toBeNull());
    expect(screen.queryByText(words)).toBeNull();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    expect(screen.queryByText(words)).toBeNull();
    expect(address()).toHaveFocus();
  });
});
