/** The set-up as a person goes through it: its steps, what is missing, and which restaurants there are. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentOrder } from "../shop/cart/useCart";
import type { MessageCode } from "../api/wire";
import { aDelivery, orderItem, pricedCart } from "../shop/testing/orders";
import {
  address,
  aFound,
  choose,
  delivering,
  DELIVERING,
  IDS,
  ok,
  open,
  rows,
  SEARCH,
  SHOPS,
} from "./testing/opened";

beforeEach(() => vi.unstubAllGlobals());

describe("the steps", () => {
  // spec: OS-01, OS-06, OS-08, OS-09, OS-11
  test("method, address or search, time and restaurant, and then it can be saved", async () => {
    const { onSaved } = open();
    const methods = within(await screen.findByRole("group", { name: "Valitse toimitustapa" }));
    expect(methods.getAllByRole("radio").map((one) => one.closest("label")?.textContent)).toEqual([
      "Kuljetus",
      "Nouto",
      "Paikan päällä",
    ]);
    expect(address()).toBeInTheDocument();
    const times = within(screen.getByRole("group", { name: "Aika" }));
    expect(times.getByRole("radio", { name: "Tilaan heti" })).toBeChecked();
    expect(times.getByRole("radio", { name: "Teen ennakkotilauksen" })).not.toBeChecked();
    await choose("Nouto");
    expect(screen.getByRole("searchbox", { name: "Hae ravintoloita" })).toBeInTheDocument();
    expect(await screen.findByRole("heading", { name: "Valitse Ravintola" })).toBeInTheDocument();
    const save = screen.getByRole("button", { name: /^Tallenna valinnat/ });
    expect(save).toHaveAttribute("aria-disabled", "true");
    expect(save).toHaveTextContent("Valitse vielä ravintola.");
    await choose("Ovelle 3 Sturenkatu 3 n. 15 min");
    await userEvent.click(screen.getByRole("button", { name: "Tallenna valinnat" }));
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(currentOrder().method).toMatchObject({ orderType: "pickup", restaurantId: "3" });
  });

  // spec: OS-11
  test("on the front page one goes on to the shop, and hears first what is missing", async () => {
    open({ variant: "inline" });
    const go = await screen.findByRole("button", { name: /^Siirry ostoksille/ });
    expect(go).toHaveTextContent("Valitse vielä osoite.");
    await userEvent.click(go);
    expect(address()).toHaveFocus();
  });

  // spec: OS-12
  test("while it is saved the button waits, and a second press saves nothing more", async () => {
    const { onSaved } = open({ variant: "inline", method: aDelivery({ restaurantId: "1" }) });
    const { fetch } = globalThis;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
      if (path.includes("delivery-price-token")) await held;
      return fetch(path, init);
    });
    const go = await screen.findByRole("button", { name: "Siirry ostoksille" });
    await userEvent.click(go);
    expect(await screen.findByText("Tallennetaan")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /Siirry ostoksille/ }));
    expect(onSaved).not.toHaveBeenCalled();
    answer();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  });

  // spec: OS-10, OS-15
  test("a preorder has a day and a time, and says when it would be there", async () => {
    const days = [
      { date: "2100-11-25", times: ["2100-11-25 19:45", "2100-11-25 20:00"] },
      { date: "2100-11-26", times: ["2100-11-26 11:00"] },
    ];
    open({
      method: aDelivery({ restaurantId: "1" }),
      answers: {
        [`GET ${SHOPS}/1/preorder-days?orderType=delivery`]: ok({ days }),
        [`${DELIVERING}&preOrderTime=2100-11-25+19%3A45`]: ok([delivering(1, { preorderDeliveryFee: 3.9 })]),
      },
    });
    await choose("Teen ennakkotilauksen");
    const times = within(await screen.findByRole("group", { name: "Kellonaika" }));
    expect(times.getAllByRole("radio")).toHaveLength(2);
    expect(times.getByRole("radio", { name: "19.45" })).toBeChecked();
    expect(within(screen.getByRole("group", { name: "Päivä" })).getAllByRole("radio")).toHaveLength(2);
    expect(await screen.findByText("ovella 19.45")).toBeInTheDocument();
    expect(screen.getByText(/3,90/)).toBeInTheDocument();
    const [, other] = within(screen.getByRole("group", { name: "Päivä" })).getAllByRole("radio");
    await userEvent.click(other ?? document.body);
    expect(await screen.findByRole("radio", { name: "11.00" })).toBeChecked();
    expect(screen.queryByRole("radio", { name: "19.45" })).toBeNull();
  });
});

// spec: OS-30, OS-31, OS-32
test.each([
  ["Open", 1],
  ["Closed", 0],
])(
  "where nothing is taken any more, of houses that are %s it is said so, and a preorder begins",
  async (house, times) => {
    const shut = {
      restaurantId: "1",
      displayName: "Ovelle 1",
      openForDeliveryStatus: "Closed",
      openForPickupStatus: "Closed",
      openForEatinStatus: "Closed",
      physicalRestaurantStatus: house,
    };
    open({ answers: { [`GET ${SHOPS}/summaries`]: ok([shut]) } });
    const preorder = await screen.findByRole("button", { name: "Tee ennakkotilaus" });
    expect(screen.queryAllByText("Emme ota enää verkkokauppatilauksia tälle päivälle.")).toHaveLength(times);
    expect(screen.queryByRole("radio", { name: "Kuljetus" })).toBeNull();
    await userEvent.click(preorder);
    expect(await screen.findByRole("radio", { name: "Teen ennakkotilauksen" })).toBeChecked();
    expect(screen.getByRole("radio", { name: "Kuljetus" })).toBeChecked();
  },
);

describe("the restaurants", () => {
  // spec: OS-14
  test("to fetch from five are shown, and five more at each press", async () => {
    open({ at: "/?nouto" });
    await screen.findByRole("radiogroup", { name: "Valitse Ravintola" });
    const shown = [rows().length];
    for (let presses = 0; presses < 2; presses += 1) {
      await userEvent.click(screen.getByRole("button", { name: "Näytä lisää ravintoloita" }));
      shown.push(rows().length);
    }
    expect(shown).toEqual([5, 10, 12]);
    expect(screen.queryByRole("button", { name: "Näytä lisää ravintoloita" })).toBeNull();
  });

  // spec: OS-14, OS-15
  test("that deliver are all listed, each with name, distance, fee and how long it takes", async () => {
    open({ method: aDelivery(), answers: { [DELIVERING]: ok(IDS.map((id) => delivering(id))) } });
    await screen.findByRole("radiogroup", { name: "Valitse Ravintola" });
    expect(rows()).toHaveLength(12);
    const row = rows()[0]?.closest("label")?.textContent?.replaceAll("\u00a0", " ").trim();
    expect(row).toBe("Ovelle 1 n. 900 m päässä kuljetus 4,90 € n. 35 min");
  });

  // spec: OS-52
  test("are looked for half a second after the last letter", async () => {
    const { asked } = open({
      at: "/?nouto",
      answers: { [`GET ${SHOPS}/search?q=Kallio&orderType=pickup`]: ok([aFound(4)]) },
    });
    const field = await screen.findByRole("searchbox", { name: "Hae ravintoloita" });
    await screen.findByText("12 tulosta");
    const searches = () => asked.map(({ call }) => call).filter((call) => call.includes("/search?"));
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    vi.useFakeTimers();
    try {
      fireEvent.change(field, { target: { value: "Kal" } });
      await wait(499);
      fireEvent.change(field, { target: { value: "Kallio" } });
      await wait(499);
      expect(searches()).toEqual([SEARCH]);
      await wait(1);
      expect(searches()).toEqual([SEARCH, `GET ${SHOPS}/search?q=Kallio&orderType=pickup`]);
      await wait(100);
      expect(screen.getByText("1 tulos")).toBeInTheDocument();
      expect(rows()).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  // spec: OS-61
  test("that could not be fetched are asked for again", async () => {
    open({ at: "/?nouto", answers: { [SEARCH]: { status: 503 } } });
    const failed = "Vääk, ravintoloiden haku ei onnistunut. Kokeile hetken päästä uudelleen.";
    expect(await screen.findByText(failed)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Yritä uudelleen" })).toBeInTheDocument();
    expect(screen.queryByRole("radiogroup", { name: "Valitse Ravintola" })).toBeNull();
  });

  // spec: OS-66
  test("none of which is known block everything", async () => {
    open({ answers: { [`GET ${SHOPS}/summaries`]: { status: 503 } } });
    expect(
      await screen.findByText("Vääk, pizzajärjestelmä näyttää kärähtäneen. Kokeile hetken päästä uudelleen."),
    ).toBeInTheDocument();
    expect(screen.queryByRole("group", { name: "Aika" })).toBeNull();
  });

  // spec: OS-64
  test("none of which delivers now say so, and what can be done", async () => {
    const shut = {
      selectorStatus: "TemporarilyUnavailable",
      selectorText: "Väliaikaisesti ei kuljetusta.",
    } as const;
    open({ method: aDelivery(), answers: { [DELIVERING]: ok([delivering(1, shut), delivering(2, shut)]) } });
    expect(
      await screen.findByText(/eivät kuljeta juuri nyt.*toinen toimitustapa.*Teen ennakkotilauksen/),
    ).toBeInTheDocument();
    expect(screen.getAllByText("Väliaikaisesti ei kuljetusta.")).toHaveLength(2);
    expect(screen.queryByRole("radio", { name: /^Ovelle/ })).toBeNull();
    expect(screen.queryByRole("link", { name: /^Aukiolot/ })).toBeNull();
  });

  // spec: OS-62
  test("none of which comes to the address lead to picking up", async () => {
    open({ method: aDelivery(), answers: { [DELIVERING]: ok([]) } });
    await screen.findByText(/Osoitteelle ei löydy yhtään kuljetusta tarjoavaa ravintolaa/);
    await userEvent.click(screen.getByRole("button", { name: "Valitse Nouto" }));
    expect(await screen.findByRole("searchbox", { name: "Hae ravintoloita" })).toBeInTheDocument();
  });

  // spec: OS-65
  test("that a search does not find are said, and all can be shown again", async () => {
    open({ at: "/?nouto", answers: { [`GET ${SHOPS}/search?q=xyz&orderType=pickup`]: ok([]) } });
    await userEvent.type(await screen.findByRole("searchbox", { name: "Hae ravintoloita" }), "xyz");
    expect(await screen.findByText("Haulla ei löytynyt ravintoloita")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Näytä kaikki" }));
    await waitFor(() => expect(rows()).toHaveLength(5));
  });

  // spec: OS-23
  test("whose times are on their way are waited for in words", async () => {
    open({ method: aDelivery({ restaurantId: "1" }) });
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", (path: string, init?: RequestInit) =>
      path.includes("preorder-days") ? new Promise(() => {}) : fetch(path, init),
    );
    await choose("Teen ennakkotilauksen");
    expect(await screen.findByText("Ladataan...")).toBeVisible();
  });

  // spec: RS-11, OS-19
  test("that are closed now say so, lead to their hours, and stand back", async () => {
    const words = "Ravintola on tällä hetkellä kiinni.";
    const shut = aFound(2, { selectorStatus: "Closed", selectorText: words });
    open({ at: "/?nouto", answers: { [SEARCH]: ok([aFound(1), shut]) } });
    const row = (await screen.findByText(words, { exact: false })).closest("li");
    const way = within(row ?? document.body).getByRole("link", { name: "Aukiolot, Ovelle 2" });
    expect(way).toHaveAttribute("href", "/ravintolat/ovelle-2");
    expect(way).toHaveTextContent("Aukiolot");
    expect(rows()).toHaveLength(1);
    expect(rows()[0]?.closest("li")).not.toHaveAttribute("class");
    expect(row).toHaveClass(/shut/);
  });

  test("that there are none of have no times to wait for", async () => {
    open({ at: "/?nouto", answers: { [SEARCH]: ok([]) } });
    await screen.findByText("Haulla ei löytynyt ravintoloita");
    await choose("Teen ennakkotilauksen");
    expect(screen.queryByText("Ladataan...")).toBeNull();
  });

  // spec: OS-63
  test("that one wished for and that is too far yields to those that come", async () => {
    open({ method: aDelivery({ restaurantId: "99" }) });
    const words =
      "Osoitteesi on liian kaukana hakemastasi ravintolasta. Nämä ravintolat kuljettavat osoitteeseesi:";
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(rows()).toHaveLength(2);
  });

  // spec: OS-69, OS-72
  test("that take no preorders at the time say so, each in its row", async () => {
    const days = [{ date: "2100-11-25", times: ["2100-11-25 19:45"] }];
    const shut = { selectorStatus: "Closed", selectorText: "Ravintola on tällä hetkellä kiinni." } as const;
    open({
      method: aDelivery({ restaurantId: "1" }),
      answers: {
        [`GET ${SHOPS}/1/preorder-days?orderType=delivery`]: ok({ days }),
        [`${DELIVERING}&preOrderTime=2100-11-25+19%3A45`]: ok([delivering(1), delivering(2, shut)]),
      },
    });
    await choose("Teen ennakkotilauksen");
    expect(
      await screen.findByText("Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.", {
        exact: false,
      }),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Aukiolot, Ovelle 2" })).toHaveAttribute(
      "href",
      "/ravintolat/ovelle-2",
    );
    await waitFor(() => expect(rows()).toHaveLength(1));
  });
});

test("a restaurant is lit while it has the focus", async () => {
  open({
    method: aDelivery(),
    answers: { [DELIVERING]: ok([delivering(1), delivering(2)]) },
  });
  const row = await screen.findByRole("radio", { name: /^Ovelle 2/ });
  const label = row.closest("label");
  fireEvent.focus(row);
  expect(label).toHaveClass(/lit/);
  fireEvent.blur(row);
  expect(label).not.toHaveClass(/lit/);
});

describe("what the server says of what was chosen", () => {
  const said = (messageCode: MessageCode, message: string) => {
    const fault = { messageCode, message, displayKind: 1, metadata: {} };
    const priced = pricedCart(
      { orderItems: [], promotionCodes: [] },
      { validationResult: { isValid: false, messages: [fault] } },
    );
    return { "POST /api/pricing/pricing/customer/cart": ok(priced) };
  };

  // spec: OS-70
  test("alcohol is not delivered", async () => {
    const words = "Emme kuljeta alkoholia toistaiseksi.";
    open({
      method: aDelivery({ restaurantId: "1" }),
      items: [orderItem({ productId: "3790", name: "Vaalea lager" })],
      answers: said("alcohol/no-delivery", words),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Tallenna valinnat" }));
    expect((await screen.findByText(words)).closest("[role=alert]")).not.toBeNull();
  });

  // spec: OS-72
  test("a time that cannot be had is said in a banner", async () => {
    const words = "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.";
    open({
      method: aDelivery({ restaurantId: "1", preorderTime: "2100-11-25 19:45" }),
      items: [orderItem()],
      answers: {
        ...said("shop/delivery/not-possible-at-the-time", words),
        [`${DELIVERING}&preOrderTime=2100-11-25+19%3A45`]: ok([delivering(1)]),
        [`GET ${SHOPS}/1/preorder-days?orderType=delivery`]: ok({
          days: [{ date: "2100-11-25", times: ["2100-11-25 19:45"] }],
        }),
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Tallenna valinnat" }));
    expect((await screen.findByText(words)).closest("[role=alert]")).not.toBeNull();
  });
});
