import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { describe, expect, test, vi } from "vitest";
import type { OrderTracking, StaffEvent, StaffOrder } from "../../../api/wire";
import type { Mode } from "../../../live/live";
import { anOrder, anOrderAt, at, EPOCH, of } from "../../../live/testing/orders";
import { ORDER } from "../texts";
import { Contact } from "./Contact";
import { CopyLink } from "./CopyLink";
import { Events } from "./Events";
import { eventsOf } from "./history";
import { OrderHero } from "./OrderHero";

function event(seq: number, status: number, change: Partial<StaffEvent> = {}): StaffEvent {
  return {
    seq,
    status,
    at: at(seq),
    recordedAt: at(seq),
    source: "kitchen",
    keyName: "pasila",
    note: null,
    staffNote: null,
    batchId: null,
    carId: null,
    ...change,
  };
}

function detailOf(order: OrderTracking, change: Partial<StaffOrder> = {}): StaffOrder {
  return {
    avoidAllergens: order.avoidAllergens,
    order,
    customer: { ...order.customer, name: "Noora Virtanen", phone: "+358 40 555 0187" },
    staffHistory: [event(0, 0), event(1, 1)],
    batchId: null,
    carId: null,
    externalId: null,
    trackingUrl: "http://localhost/tilaus/10234?orderKey=abc",
    trackingExpiresAt: at(1_000),
    overAt: null,
    watching: false,
    openedBy: [],
    ...change,
  };
}

describe("what happened", () => {
  test("is told newest first, with who said so and the notes of each", () => {
    const detail = detailOf(anOrderAt([0, 5]), {
      staffHistory: [
        event(0, 0, { source: "shop", keyName: "verkko" }),
        event(1, 5, { source: "dispatch", keyName: "ajo", note: "Lähtee pian", staffNote: "Auto 7 täynnä" }),
      ],
    });
    render(<Events events={eventsOf([], detail)} now={EPOCH} />);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "18.01Lisätty kyytiin ajojärjestelyAsiakkaalle Lähtee pianVain henkilökunnalle Auto 7 täynnä",
      "18.00Vastaanotettu verkkokauppa",
    ]);
  });

  test("live is there before the detail is, and the detail says more of it", () => {
    const order = anOrderAt([0, 1, 2]);
    const byColleague = event(0, 0, { source: "staff", keyName: "eino@ovelle.example" });
    const detail = detailOf(order, { staffHistory: [byColleague, event(1, 1)] });
    const live = eventsOf(order.statusHistory, detail);
    expect(live.map(({ seq, name, who }) => [seq, name, who])).toEqual([
      [2, "inMaking", "keittiö"],
      [1, "accepted", "keittiö"],
      [0, "received", "asiakaspalvelu, eino@ovelle.example"],
    ]);
  });

  test.each([
    [6, "inCar"],
    [7, "waitingForDelivery"],
    [10, "neverDelivered"],
    [12, "feedbackAsked"],
    [13, "cancelled"],
  ])("at status %i is %s", (status, name) => {
    expect(eventsOf([{ seq: 1, status, at: at(1), source: "kitchen" }], null)[0]?.name).toBe(name);
  });
});

describe("the small hero", () => {
  const estimate = { at: at(0), minutes: 12, from: 10, to: 15, basis: "batch" as const };
  const show = (order: OrderTracking, { isWatched = false, mode = "live" as Mode, minutes = 1 } = {}) =>
    render(<OrderHero order={order} now={EPOCH + minutes * 60_000} isWatched={isWatched} mode={mode} />);

  test("says how long, where it is, and how many come before", () => {
    show(anOrderAt([0, 8], { estimate, stopsBefore: 2 }), { isWatched: true });
    expect(screen.getByText("9–14 minuuttia")).toBeInTheDocument();
    expect(screen.getByText("Matkalla, 2 toimitusta ennen")).toBeVisible();
    expect(screen.getByText(ORDER.watching)).toBeVisible();
  });

  test.each([
    ["Matkalla, seuraavana", anOrderAt([0, 8], { stopsBefore: 0 })],
    ["Uunissa", anOrderAt([0, 3])],
    ["Ennakko", anOrder({ preOrderTime: at(600) })],
    ["Valmis ja pakattu", of("pickup", anOrderAt([0, 4]))],
    ["Päättynyt", anOrderAt([0, 8, 11, 12])],
    ["Peruttu", anOrderAt([0, 13], { estimate })],
  ])("says %j", (words, order) => {
    show(order);
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByText(/minuuttia/)).toBeNull();
    expect(screen.queryByText(ORDER.watching)).toBeNull();
  });

  test("speaks of its connection only where it is not live", () => {
    show(anOrder(), { mode: "polling" });
    expect(screen.getByText("Päivittyy 30 s välein")).toBeVisible();
  });
});

describe("whom to call", () => {
  const show = (order: OrderTracking, detail: StaffOrder | null) =>
    render(
      <MemoryRouter>
        <Contact order={order} detail={detail} />
      </MemoryRouter>,
    );

  test("says that no packaging is wanted", () => {
    const order = anOrder({ withoutPackaging: true });
    show(order, detailOf(order));
    expect(screen.getByText("Ilman pakkausta")).toBeVisible();
  });

  test("is the customer and the restaurant", () => {
    const order = anOrder();
    order.customer.shippingInstruction = "Ovikoodi 2480";
    show(order, detailOf(order));
    expect(screen.queryByText("Ilman pakkausta")).toBeNull();
    expect(screen.getByText("Noora Virtanen").closest("p")).toHaveTextContent(
      "Vaasankatu 12 C 24, 00500 Helsinki",
    );
    expect(screen.getByText(/Ovikoodi 2480/)).toBeVisible();
    expect(screen.getByRole("link", { name: /^Soita asiakkaalle/ })).toHaveAttribute(
      "href",
      "tel:+358405550187",
    );
    expect(screen.getByRole("link", { name: "Soita ravintolaan Ovelle Kallio" })).toHaveAttribute(
      "href",
      "tel:095550142",
    );
  });

  test("is not the customer where nobody knows a number", () => {
    const order = of("pickup", anOrder());
    show(order, null);
    expect(screen.getAllByRole("link")).toHaveLength(1);
    expect(screen.getByText("Nouto")).toBeVisible();
    expect(screen.queryByText("Ei nimeä")).toBeNull();
  });
});

describe("the customer's link", () => {
  const url = "http://localhost/tilaus/10234?orderKey=abc";

  test("is copied", async () => {
    const user = userEvent.setup();
    render(<CopyLink url={url} />);
    await user.click(screen.getByRole("button", { name: ORDER.copy }));
    expect(await screen.findByText(ORDER.copied)).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  test("is at least chosen where the browser does not give its clipboard", async () => {
    const user = userEvent.setup({ writeToClipboard: false });
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
    render(<CopyLink url={url} />);
    await user.click(screen.getByRole("button", { name: ORDER.copy }));
    expect(await screen.findByText(ORDER.notCopied)).toBeVisible();
    const field = screen.getByLabelText<HTMLInputElement>(ORDER.link);
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(url);
  });
});
