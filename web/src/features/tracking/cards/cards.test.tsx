import { cleanup, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { OrderData, OrderTracking, TrackingItem } from "../../../api/wire";
import { anOrder, anOrderAt, at, EPOCH, of } from "../../../live/testing/orders";
import { answer as CANCELLED_DATA } from "../../../testing/fixtures/cancelledOrderData.gen";
import { answer as PAID_DATA } from "../../../testing/fixtures/orderData.gen";
import { answer as PAID } from "../../../testing/fixtures/orderTracking.gen";
import { itemView } from "../../../ui/items/itemView";
import { anIngredient, anItem, known, show, WEEK } from "../testing/show";
import { hoursRows, neverCloses, openUntil } from "../../../lib/openingHours";

const card = (name: string | RegExp) => screen.getByRole("region", { name });
const withItems = (...orderItems: TrackingItem[]) => known(anOrder({ orderItems }));

describe("the address", () => {
  // spec: T-07
  test("has street, apartment, postal code, city and the instruction", () => {
    const order = anOrder();
    order.customer.shippingInstruction = "Ovikoodi 2480";
    show(known(order));
    const text = card("Osoite").textContent;
    for (const part of ["Vaasankatu 12 C 24", "00500 Helsinki", "Ovikoodi 2480"])
      expect(text).toContain(part);
  });

  test.each([true, false])("says whether no packaging is wanted: %s", (withoutPackaging) => {
    show(known(anOrder({ withoutPackaging })));
    expect(within(card("Osoite")).queryByText("Ilman pakkausta") !== null).toBe(withoutPackaging);
  });

  test("is not there where nothing is delivered", () => {
    show(known(of("pickup", anOrder())));
    expect(screen.queryByRole("region", { name: "Osoite" })).toBeNull();
  });
});

describe("what is to be avoided", () => {
  test("is said before all cards, in the words of the menu", () => {
    show(known(anOrder({ avoidAllergens: ["milk", "eggs"], orderItems: [anItem()] })));
    const said = screen.getByText("Vältettävä:");
    expect(said).toHaveTextContent("Vältettävä: kananmuna, maito");
    expect(said.compareDocumentPosition(card("1 tuote"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test("is not spoken of where it is nothing", () => {
    show(known(anOrder()));
    expect(screen.queryByText(/Vältettävä/)).toBeNull();
  });
});

describe("the items", () => {
  // spec: T-08
  test.each([
    ["1 tuote", [anItem()]],
    ["4 tuotetta", [anItem({ quantity: 3 }), anItem({ uuid: "2" })]],
  ])("are headed by their count: %s", (count, items) => {
    show(withItems(...items));
    expect(within(card(count)).getByText("Tilaus 10234")).toBeVisible();
  });

  // spec: T-09
  test("say name × quantity", () => {
    show(withItems(anItem({ name: "Margareta", quantity: 2 })));
    expect(screen.getByRole("heading", { name: "Margareta × 2" })).toBeVisible();
  });

  test.each([
    ["pizza", "Large"],
    ["monster", "Large"],
    ["minimonster", null],
    ["hapanjuuri", null],
    ["dip", null],
    ["drink", "Large"],
    [null, null],
  ])("of the category %s say the size %s, whatever it is called", (productCategoryId, size) => {
    const item = anItem({ productCategoryId, categoryName: "Herkut" });
    expect(itemView(item, []).size).toBe(size);
    show(withItems(item));
    expect(screen.queryAllByText("Large")).toHaveLength(size === null ? 0 : 1);
  });

  test("of an order that was paid say name, size and changes", () => {
    show(known(PAID));
    const rows = within(card("5 tuotetta")).getAllByRole("listitem");
    expect(rows.map((row) => row.querySelector("div")?.textContent)).toEqual([
      "Perfetta × 1Perhe+ Pepperoni × 2+ Kirsikkatomaatti",
      "Saunavuoro × 2Normaali+ Kirsikkatomaatti− Jalapeno− Oregano",
      "Lähdevesi × 10,5 l",
      "Aiolidippi × 1",
    ]);
  });

  // spec: T-11
  test("say what was added to and taken from the recipe, or the description where there is one", () => {
    const ingredients = [
      anIngredient({ name: "Tomaattikastike" }),
      anIngredient({ name: "Herkkusieni", quantity: 0, displayOrder: 3 }),
      anIngredient({ name: "Jalapeno", quantity: 2, recipeQuantity: 0, displayOrder: 2 }),
      anIngredient({ name: "Ananas", quantity: 2, recipeQuantity: 1, displayOrder: 1 }),
    ];
    expect(itemView(anItem({ ingredients }), [])).toMatchObject({
      added: ["Ananas", "Jalapeno × 2"],
      removed: ["Herkkusieni"],
    });
    show(withItems(anItem({ ingredients })));
    expect(screen.getByText("+ Ananas")).toBeVisible();
    expect(screen.getByText("− Herkkusieni")).toBeVisible();
    expect(screen.queryByText(/Tomaattikastike/)).toBeNull();
    cleanup();
    show(withItems(anItem({ description: "Ilman reunoja", ingredients })));
    expect(screen.getByText("Ilman reunoja")).toBeVisible();
    expect(screen.queryByText(/Ananas|Jalapeno|Herkkusieni/)).toBeNull();
  });

  // spec: T-12
  test("say the campaigns that were applied, × quantity", () => {
    const order = anOrder({ orderItems: [anItem({ appliedCampaigns: { "7": 3, "9": 2, "11": 0 } })] });
    order.payment.discountDetails.orderPaymentDetails.splitPayments = [
      { campaignId: "7", campaignName: "Arki-ilta" },
      { campaignId: "11", campaignName: "Lounas" },
    ];
    show(known(order));
    expect(screen.getByText("Arki-ilta × 3")).toBeVisible();
    // One that the payment cannot name is not said, and one that was not used neither.
    expect(screen.queryByText(/× 2/)).toBeNull();
    expect(screen.queryByText(/Lounas/)).toBeNull();
  });

  // spec: T-13
  test("have a price, and the price before the discount", () => {
    show(
      withItems(
        anItem({ quantity: 2, itemPrice: 13.9, discountedPrice: 11.9 }),
        anItem({ uuid: "2", itemPrice: 2.9 }),
      ),
    );
    const [first, second] = within(card("3 tuotetta")).getAllByRole("listitem");
    expect(first?.textContent).toMatch(/23,80\s€.*27,80\s€.*11,90\s€ \/ kpl/);
    expect(second?.textContent).toMatch(/2,90\s€/);
    expect(second?.querySelector("s")).toBeNull();
  });
});

describe("the total", () => {
  test("is the sum of the lines, in whole cents, and says that it is of the products", () => {
    const items = [
      anItem({ quantity: 2, itemPrice: 13.9, discountedPrice: 11.9 }),
      anItem({ uuid: "2", itemPrice: 17.9 }),
      anItem({ uuid: "3", itemPrice: 0.1 }),
    ];
    show(withItems(...items));
    expect(card("4 tuotetta").textContent).toMatch(/Tuotteet yhteensä 41,80\s€$/);
  });
});

describe("the money", () => {
  const withMoney = (data: Partial<OrderData>, order: OrderTracking = PAID) =>
    show(known(order), 5, undefined, { ...PAID_DATA, ...data });
  const pickup: OrderTracking = {
    ...PAID,
    orderInfo: { ...PAID.orderInfo, isDeliveryOrder: false, orderType: "pickup" },
  };

  test("of an order that was paid is its delivery, the whole, and how it was paid", () => {
    withMoney({});
    expect(card("5 tuotetta").textContent).toMatch(
      /Tuotteet yhteensä 57,10\s€Kuljetus6,90\s€Yhteensä64,00\s€Maksettu pankki- tai luottokortilla$/,
    );
  });

  test.each([
    ["Maksettu MobilePaylla", { paymentMethod: "mobilepay" }],
    ["Maksettu 4,00 € lahjakortilla", { paymentMethod: "giftcard", payable: 4 }],
    ["Maksettu", { paymentMethod: "anotherOne" }],
    ["Maksetaan, kun tilaus luovutetaan", { paymentMethod: "cod", paymentStatus: 1 }],
    ["Maksetaan ravintolassa", { paymentMethod: "onsite", paymentStatus: 1 }],
    ["Maksu on kesken", { paymentStatus: 1 }],
  ])("says: %s", (words, data) => {
    withMoney(data);
    expect(within(card("5 tuotetta")).getByText(words)).toBeVisible();
  });

  test("names no delivery where there is none, nor one that is cents off", () => {
    withMoney({}, pickup);
    expect(card("5 tuotetta").textContent).toContain("Palvelumaksut6,90");
    cleanup();
    withMoney({ grandTotal: 57.1, payable: 57.1 }, pickup);
    expect(card("5 tuotetta").textContent).not.toContain("Palvelumaksut");
    cleanup();
    const orderItems = PAID.orderItems.map((item) => ({ ...item, discountedPrice: 9.93 }));
    withMoney({}, { ...PAID, orderItems });
    expect(card("5 tuotetta").textContent).not.toContain("Kuljetus");
  });

  test("of one that was cancelled goes back: how much, how, and when", () => {
    const cancelled = { ...PAID, orderInfo: { ...PAID.orderInfo, status: 13 } };
    const words = "Maksamasi 64,00 € palautuu samaa tietä kuin maksoit. Siihen voi mennä muutama päivä.";
    show(known(cancelled), 5, undefined, CANCELLED_DATA);
    // In the hero, and where it says what was paid.
    expect(screen.getAllByText(words)).toHaveLength(2);
    cleanup();
    show(known(cancelled), 5, undefined, { ...CANCELLED_DATA, paymentMethod: "cod" });
    expect(screen.getAllByText("Tilauksesta ei veloitettu mitään.")).toHaveLength(2);
  });
});

describe("the restaurant", () => {
  // spec: T-06, T-14
  test("has its name with an icon, address, hours by weekday, phone and email", () => {
    show();
    const restaurant = card("Ovelle Kallio");
    const title = within(restaurant).getByRole("heading", { name: "Ovelle Kallio" });
    expect(title.parentElement?.querySelectorAll("svg")).toHaveLength(1);
    expect(within(restaurant).getByText("Sturenkatu 9, 00510 Helsinki")).toBeVisible();
    const days = within(restaurant)
      .getAllByRole("term")
      .map((term) => term.textContent);
    const hours = within(restaurant)
      .getAllByRole("definition")
      .map((definition) => definition.textContent);
    expect(days).toEqual(["ma–to", "pe–la", "su"]);
    expect(hours).toEqual(["10.30–22.00", "10.30–2.00", "suljettu"]);
    expect(within(restaurant).getByRole("link", { name: "Soita 09 555 0142" })).toHaveAttribute(
      "href",
      "tel:095550142",
    );
    expect(within(restaurant).getByRole("link", { name: "kallio@ovelle.example" })).toHaveAttribute(
      "href",
      "mailto:kallio@ovelle.example",
    );
  });

  test("says until when it is open, over midnight too, or that it is closed", () => {
    const open = (time: string) => openUntil(WEEK, Date.parse(time));
    // Saturday 18.00 in Helsinki.
    expect(open("2026-11-21T16:00:00Z")).toBe("2.00");
    // Sunday at 1.30 it is still Saturday's night; at 2.00 it is over.
    expect(open("2026-11-21T23:30:00Z")).toBe("2.00");
    expect(open("2026-11-22T00:00:00Z")).toBeNull();
    expect(open("2026-11-22T16:00:00Z")).toBeNull();
    // Monday before and at opening, and at closing.
    expect(open("2026-11-23T08:29:00Z")).toBeNull();
    expect(open("2026-11-23T08:30:00Z")).toBe("22.00");
    expect(open("2026-11-23T20:00:00Z")).toBeNull();
    show();
    expect(within(card("Ovelle Kallio")).getByText("Auki 2.00 asti")).toBeVisible();
  });

  test("says that it never closes only where it never does", () => {
    const allDay = { start: "00:00", end: "24:00" };
    const always = {
      mon: allDay,
      tue: allDay,
      wed: allDay,
      thu: allDay,
      fri: allDay,
      sat: allDay,
      sun: allDay,
    };
    expect(neverCloses(always)).toBe(true);
    expect(neverCloses({ ...always, wed: { start: "00:00", end: "00:00" } })).toBe(true);
    expect(neverCloses({ ...always, sun: { start: "00:00", end: "23:30" } })).toBe(false);
    expect(neverCloses({ ...always, mon: null })).toBe(false);
  });

  test("knows which row holds today", () => {
    expect(hoursRows(WEEK, EPOCH).find(({ today }) => today)?.days).toBe("pe–la");
  });
});

describe("the timeline", () => {
  const rows = () => within(card("Tilauksen kulku")).getAllByRole("listitem");

  test("has time and source of what was reported, and neither of what was not", () => {
    show(known(anOrderAt([0, 1, 2])));
    expect(rows().map((row) => row.textContent)).toEqual([
      "Vastaanotettu18.00 · keittiö",
      "Hyväksytty18.01 · keittiö",
      "Valmistuksessa18.02 · keittiö",
      "Uunissa",
      "Valmis ja pakattu",
      "Matkalla",
      "Ovella",
    ]);
    expect(rows().filter((row) => row.getAttribute("aria-current") === "step")).toEqual([rows()[2]]);
  });

  test("shows what was passed over as such: no time, no tick, and said in a word", () => {
    show(known(anOrderAt([0, 5, 6])));
    expect(rows().map((row) => row.textContent)).toEqual([
      "Vastaanotettu18.00 · keittiö",
      "Hyväksyttyei tietoa",
      "Valmistuksessaei tietoa",
      "Uunissaei tietoa",
      "Valmis ja pakattuei tietoa",
      "Odottaa lähtöä18.01 · keittiö",
      "Matkalla",
      "Ovella",
    ]);
    expect(rows().map((row) => row.querySelectorAll("svg").length)).toEqual([1, 0, 0, 0, 0, 1, 1, 1]);
  });

  test("shows the present truth after an undo", () => {
    const { again } = show(known(anOrderAt([0, 1, 2, 3, 4])));
    again(known(anOrderAt([0, 1, 2, 3, 4, 3])));
    expect(
      rows()
        .map((row) => row.textContent)
        .slice(2, 5),
    ).toEqual(["Valmistuksessa18.02 · keittiö", "Uunissa18.03 · keittiö", "Valmis ja pakattu"]);
    expect(rows().filter((row) => row.getAttribute("aria-current") === "step")).toEqual([rows()[3]]);
  });

  test("does not move by the clock", () => {
    const { again } = show(known(anOrderAt([0, 1])));
    const before = rows().map((row) => row.textContent);
    again(known(anOrderAt([0, 1])), 90);
    expect(rows().map((row) => row.textContent)).toEqual(before);
  });

  test("has the notes under their entry", () => {
    const order = anOrderAt([0, 1, 13]);
    order.statusHistory = order.statusHistory.map((entry) =>
      entry.status === 13 ? { ...entry, source: "staff", note: "Uuni hajosi." } : entry,
    );
    show(known(order));
    expect(
      rows()
        .map((row) => row.textContent)
        .at(-1),
    ).toBe("Peruttu18.02 · asiakaspalveluUuni hajosi.");
  });

  test("says the date of what was reported on another day", () => {
    show(known(anOrder({ statusHistory: [{ seq: 0, status: 0, at: at(-24 * 60), source: "shop" }] })));
    expect(rows()[0]?.textContent).toBe("Vastaanotettu20.11. 18.00 · verkkokauppa");
  });
});
