import { render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Estimate, OrderTracking } from "../../api/wire";
import { anOrder, anOrderAt, at, EPOCH, of } from "../../live/testing/orders";
import { ProductPicture } from "../../art/food/ProductPicture";
import { heroOf } from "../../order-status/hero/heroOf";
import { OrderScene } from "../../order-status/hero/OrderScene";
import { known, show } from "./testing/show";

const estimate = (change: Partial<Estimate> = {}): Estimate => ({
  at: at(0),
  minutes: 21,
  from: 18,
  to: 24,
  basis: "kitchen",
  ...change,
});
const ROAD: [number, ...number[]] = [0, 1, 2, 3, 4, 5, 6, 8];

const viewOf = (order: OrderTracking, minutes = 5) => {
  const state = known(order).order;
  if (!state) throw new Error("an order was given");
  return heroOf(state, EPOCH + minutes * 60_000);
};
const title = () => screen.getByRole("heading", { level: 1 }).textContent;

// spec: T-05, T-06
test.each([
  ["Kuljetus", anOrder()],
  ["Nouto", of("pickup", anOrder())],
  ["Paikan päällä", of("eatin", anOrder())],
])("%s stands in the header with the restaurant's name and an icon", (label, order) => {
  show(known(order));
  const line = screen.getByText(`${label} · Ovelle Kallio`);
  expect(line).toBeVisible();
  expect(line.parentElement?.querySelectorAll("svg")).toHaveLength(1);
});

// spec: T-58
test.each([
  ["received", "Tilauksesi on perillä meillä", "keittio", anOrder()],
  ["accepted", "Ovelle Kallio otti tilauksesi vastaan", "keittio", anOrderAt([0, 1])],
  ["inMaking", "Pizzasi on tekeillä", "keittio", anOrderAt([0, 1, 2])],
  ["inOven", "Pizzasi on uunissa", "uuni", anOrderAt([0, 1, 2, 3])],
  ["readyForPickup", "Tilauksesi on valmis", "ovi", of("pickup", anOrderAt([0, 4]))],
  ["eatInReady", "Tilauksesi on valmis", "ovi", of("eatin", anOrderAt([0, 4]))],
  ["waitingForDelivery", "Pizzasi on valmis ja pakattu", "keittio", anOrderAt([0, 4])],
  ["waitingForDelivery", "Pizzasi on lähdössä", "matka", anOrderAt([0, 4, 5, 6])],
  ["inDelivery", "Pizzasi on matkalla", "matka", anOrderAt(ROAD)],
  [
    "near",
    "Olet seuraava",
    "matka",
    anOrderAt(ROAD, { stopsBefore: 0, estimate: estimate({ basis: "car", minutes: 7, from: 6, to: 9 }) }),
  ],
  ["batchInDelivery", "Pizzasi on matkalla", "matka", anOrderAt(ROAD, { stopsBefore: 2 })],
  ["deliveryFailed", "Toimitus ei onnistunut vielä", "matka", anOrderAt([...ROAD, 9])],
  ["deliveryFailed", "Toimitus ei onnistunut", "peru", anOrderAt([...ROAD, 9, 10])],
  ["final", "Pizza on ovellasi", "ovi", anOrderAt([...ROAD, 11])],
  ["delayed", "Keittiössä on ruuhkaa", "keittio", anOrderAt([0, 1, 2], { promisedAt: at(1) })],
  ["noDeliveryTracking", "Pizzasi on valmis", "keittio", untracked(anOrderAt([0, 4]))],
  ["preorder", "Ota rennosti", "ilta", anOrder({ preOrderTime: at(26 * 60) })],
  ["cancelled", "Tilaus peruttiin", "peru", anOrderAt([0, 13])],
] as const)("the phase %s says: %s", (phase, words, tone, order) => {
  const view = viewOf(order);
  expect(view).toMatchObject({ phase, title: words, tone });
  show(known(order));
  expect(title()).toBe(words);
});

describe("an order without a pizza", () => {
  const [whole] = [anOrder()];
  const water = { ...whole.orderItems[0], name: "Lähdevesi", productId: "3024", productCategoryId: "drink" };
  const drinks = (order: OrderTracking): OrderTracking => ({
    ...order,
    orderItems: [
      { ...water, categoryName: "Juomat", ingredients: [] } as OrderTracking["orderItems"][number],
    ],
  });

  test.each([
    ["in making", anOrderAt([0, 1, 2]), "Tilauksesi on tekeillä"],
    ["in the oven", anOrderAt([0, 1, 2, 3]), "Tilauksesi on uunissa"],
    ["packed", anOrderAt([0, 4]), "Tilauksesi on valmis ja pakattu"],
    ["on its way", anOrderAt(ROAD), "Tilauksesi on matkalla"],
    ["at its door", anOrderAt([...ROAD, 11]), "Tilaus on ovellasi"],
  ] as const)("%s is said to have none", (_, order, words) => {
    const view = viewOf(drinks(order));
    expect(view.title).toBe(words);
    expect([view.title, ...view.sentences].join(" ")).not.toMatch(/pizza|taikina|uunin/i);
  });

  test.each(["kitchen", "oven", "packed", "doorOpen", "counter"] as const)(
    "is drawn as what it is: %s",
    (name) => {
      const order = drinks(anOrder());
      const [item] = order.orderItems;
      const drawing =
        item && render(<ProductPicture product={item} size={250} />).container.firstElementChild;
      const { container } = render(<OrderScene name={name} order={order} />);
      expect(drawing?.innerHTML).toBeTruthy();
      expect(container.innerHTML).toContain(drawing?.innerHTML);
    },
  );
});

function untracked(order: OrderTracking): OrderTracking {
  return { ...order, restaurant: { ...order.restaurant, noDeliveryTracking: true } };
}

describe("the minutes", () => {
  test("are an interval counted down from when the estimate was made, with its times of the clock", () => {
    show(known(anOrderAt([0, 1, 2, 3], { estimate: estimate() })), 5);
    expect(screen.getByText("13–19 minuuttia")).toBeInTheDocument();
    expect(screen.getByText("18.18–18.24")).toBeVisible();
    expect(screen.getByText(/Ovellasi noin/)).toBeVisible();
    expect(document.title).toBe("Uunissa, 13–19 min · Ovelle");
  });

  // spec: T-56
  test("never fall below nought: where the lower end has passed the upper is the most, where both have there are none", () => {
    const order = anOrderAt(ROAD, { estimate: estimate() });
    expect(viewOf(order, 20).minutes).toBe("enintään\u00a04");
    expect(viewOf(order, 30).minutes).toBeNull();
    show(known(order), 30);
    expect(screen.queryByText(/minuuttia/)).toBeNull();
    expect(document.title).toBe("Matkalla · Ovelle");
  });

  test("under one are said as that", () => {
    const order = anOrderAt(ROAD, { estimate: estimate({ minutes: 5, from: 4, to: 6 }), stopsBefore: 2 });
    expect([5, 5.5].map((minute) => viewOf(order, minute).minutes)).toEqual(["alle\u00a01", "alle\u00a01"]);
    show(known(order), 5);
    expect(screen.getByText("alle minuutti")).toBeInTheDocument();
    expect(document.title).toBe("Matkalla, alle\u00a01 min · Ovelle");
  });

  test("are not more than was reckoned where the reader's clock is behind", () => {
    expect(viewOf(anOrderAt([0, 1], { estimate: estimate() }), -5).minutes).toBe("18–24");
  });

  test("of what is fetched lead to the counter, not to a door", () => {
    show(known(of("pickup", anOrderAt([0, 1], { estimate: estimate() }))));
    expect(screen.getByText(/Noudettavissa noin/)).toBeVisible();
  });
});

test("what is said under the minutes stands on its own there", () => {
  const sentences = [anOrder(), anOrderAt([0, 4])].map((order) => viewOf(order).sentences);
  expect(sentences).toEqual([["Keittiö vahvistaa tilauksesi pian."], ["Pizza odottaa kyytiä."]]);
});

describe("the stops before", () => {
  test.each([
    [2, "2 toimitusta ennen sinua."],
    [1, "1 toimitus ennen sinua."],
    [0, "Olet seuraava."],
  ])("%i is said as: %s", (stopsBefore, words) => {
    expect(viewOf(anOrderAt(ROAD, { stopsBefore })).sentences).toEqual([words]);
  });
});

test("before the car leaves, only that others come first is worth saying", () => {
  const waiting = (stopsBefore: number | null) => viewOf(anOrderAt([0, 4, 5, 6], { stopsBefore })).sentences;
  expect(waiting(2)).toEqual(["Lähtö ihan kohta.", "2 toimitusta ennen sinua."]);
  expect(waiting(0)).toEqual(["Lähtö ihan kohta."]);
  expect(waiting(null)).toEqual(["Lähtö ihan kohta."]);
});

describe("the stairwell", () => {
  test("has the step that the order is at", () => {
    show(known(anOrderAt([0, 1, 2, 3])));
    const windows = within(screen.getByRole("list", { name: "Tilauksen vaiheet" })).getAllByRole("listitem");
    expect(windows.map((window) => window.textContent)).toEqual([
      "Tilattu",
      "Keittiö",
      "Uuni",
      "Matka",
      "Ovi",
    ]);
    expect(windows.filter((window) => window.ariaCurrent ?? window.getAttribute("aria-current"))).toEqual([
      windows[2],
    ]);
  });

  test("leaves dark what was passed over, and says so to readers", () => {
    show(known(anOrderAt([0, 5, 6])));
    const windows = within(screen.getByRole("list", { name: "Tilauksen vaiheet" })).getAllByRole("listitem");
    expect(windows.map((window) => window.textContent)).toEqual([
      "Tilattu",
      "Keittiö ei tietoa",
      "Uuni ei tietoa",
      "Matka",
      "Ovi",
    ]);
    expect(windows.filter((window) => window.getAttribute("aria-current"))).toEqual([windows[2]]);
  });

  test("of what is fetched has no way to go", () => {
    show(known(of("pickup", anOrderAt([0, 1, 2, 3, 4]))));
    const windows = within(screen.getByRole("list", { name: "Tilauksen vaiheet" })).getAllByRole("listitem");
    expect(windows.map((window) => window.textContent)).toEqual(["Tilattu", "Keittiö", "Uuni", "Tiski"]);
    expect(windows.at(-1)).toHaveAttribute("aria-current", "step");
  });

  test("is not there for a preorder nor for a cancelled order", () => {
    const { again } = show(known(anOrder({ preOrderTime: at(600) })));
    expect(screen.queryByRole("list", { name: "Tilauksen vaiheet" })).toBeNull();
    again(known(anOrderAt([0, 13])));
    expect(screen.queryByRole("list", { name: "Tilauksen vaiheet" })).toBeNull();
  });
});

// spec: T-16
test("a preorder says to take it easy, that it was received, that it is one, and for when", () => {
  show(known(anOrder({ preOrderTime: "2026-11-27T16:30:00Z" })));
  expect(title()).toBe("Ota rennosti");
  expect(screen.getByText("Ennakkotilaus · Kuljetus · Ovelle Kallio")).toBeVisible();
  const words = screen.getByText(/Ennakkotilauksesi on vastaanotettu/, { ignore: "[aria-live]" });
  expect(within(words).getByText("perjantaina 27.11. noin kello 18.30").tagName).toBe("B");
  expect(words.textContent).toContain("Pizza on ovellasi perjantaina 27.11. noin kello\u00a018.30.");
  expect(document.title).toBe("Ota rennosti · Ovelle");
});

// spec: T-53
test("a cancelled order says so in the words that are laid down, with a call and a way out", () => {
  show(known(anOrderAt([0, 1, 13]), { mode: "ended", end: "cancelled" }));
  expect(
    screen.getByText("Valitettavasti tilauksesi #10234 epäonnistui. Olethan yhteydessä asiakaspalveluun."),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Soita ravintolaan 09 555 0142" })).toHaveAttribute(
    "href",
    "tel:095550142",
  );
  expect(screen.getByRole("link", { name: "Etusivulle" })).toHaveAttribute("href", "/");
  expect(screen.queryByRole("radiogroup")).toBeNull();
});

describe.each([
  ["10", anOrderAt([...ROAD, 9, 10])],
  ["12 after 10", anOrderAt([...ROAD, 9, 10, 12])],
])("a delivery that never came, at %s,", (_at, order) => {
  // spec: T-43
  test("says what comes next and whom to call, and promises no money back", () => {
    show(known(order, { mode: "ended", end: "completed" }));
    const sentences = [
      "Emme saaneet tilaustasi perille, eikä kuljettaja enää tule uudelleen.",
      "Soita ravintolaan, niin sovitaan, miten jatketaan.",
    ];
    expect(viewOf(order)).toMatchObject({ phase: "deliveryFailed", sentences });
    expect(screen.getByRole("link", { name: "Soita ravintolaan 09 555 0142" })).toHaveAttribute(
      "href",
      "tel:095550142",
    );
    expect(screen.queryByText(/palau[tn]/i, { ignore: "form *" })).toBeNull();
  });

  test("asks nobody how it tasted, and what it asks stands last", () => {
    show(known(order, { mode: "ended", end: "completed" }));
    expect(document.body.textContent).not.toMatch(/maistui/);
    expect(screen.getAllByRole("region").at(-1)).toBe(
      screen.getByRole("region", { name: "Miten hoidimme asian?" }),
    );
  });
});

test("a delivered order says when it came, and after how long", () => {
  expect(viewOf(anOrderAt([...ROAD, 11])).sentences).toEqual([
    "Perillä 18.08, 8 minuuttia tilauksesta. Hyvää ruokahalua.",
  ]);
});

test("what is ready is fetched with its number", () => {
  expect(viewOf(of("pickup", anOrderAt([0, 4]))).sentences).toEqual(["Nouda tiskiltä, numero 10234."]);
});
