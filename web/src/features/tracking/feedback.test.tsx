import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Feedback, OrderTracking } from "../../api/wire";
import { anOrder, anOrderAt, at, of } from "../../live/testing/orders";
import { known, show } from "./testing/show";
import type { SendFeedback } from "../../order-status/feedback/FeedbackForm";

const DELIVERED = anOrderAt([0, 1, 2, 3, 4, 8, 11]);
const given = (change: Partial<Feedback> = {}): Feedback => ({
  rating: 4,
  text: "Rapea",
  at: at(10),
  ...change,
});

const untracked = (order: OrderTracking): OrderTracking => ({
  ...order,
  restaurant: { ...order.restaurant, noDeliveryTracking: true },
});

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

// spec: T-18
test("the block is on the page from the start, and opens once the order is over", () => {
  const { again } = show(known(anOrderAt([0, 1, 2])));
  expect(screen.getByRole("region", { name: "Miltä maistui?" })).toBeVisible();
  expect(screen.queryByRole("radiogroup")).toBeNull();
  again(known(DELIVERED));
  expect(screen.getByRole("radiogroup", { name: "Miltä maistui?" })).toBeVisible();
  again(known(of("pickup", anOrderAt([0, 4]))));
  expect(screen.getByRole("radiogroup")).toBeVisible();
});

test.each([
  ["comes first once it was eaten", DELIVERED, 0],
  ["comes last while it waits at the counter", of("pickup", anOrderAt([0, 4])), -1],
  ["comes last where nobody says whether it came", untracked(anOrderAt([0, 4])), -1],
  ["comes first once it was fetched", of("pickup", anOrderAt([0, 4, 12])), 0],
])("the block %s", (_, order, place) => {
  show(known(order));
  expect(screen.getAllByRole("region").at(place)).toHaveAccessibleName("Miltä maistui?");
});

// spec: T-79
test("the scale is Huono, Okei, Hyvä, Huippu", () => {
  show(known(DELIVERED));
  const labels = screen.getAllByRole("radio").map((radio) => radio.parentElement?.textContent);
  expect(labels).toEqual(["Huono", "Okei", "Hyvä", "Huippu"]);
});

test("rating and text are sent, and thanked for", async () => {
  const send = vi.fn<SendFeedback>().mockResolvedValue(given());
  const { again } = show(known(DELIVERED), 12, send);
  await userEvent.click(screen.getByRole("radio", { name: "Huippu" }));
  await userEvent.type(screen.getByRole("textbox"), " Rapea ");
  await userEvent.click(screen.getByRole("button", { name: "Lähetä palaute" }));
  expect(send.mock.calls).toEqual([[4, "Rapea"]]);
  again(known({ ...DELIVERED, feedback: given() }));
  expect(screen.getByRole("region", { name: "Kiitos palautteesta" }).textContent).toContain("HuippuRapea");
  expect(screen.queryByRole("radiogroup")).toBeNull();
});

test("without a rating nothing is sent, and it is said why", async () => {
  const { sendFeedback } = show(known(DELIVERED));
  await userEvent.click(screen.getByRole("button", { name: "Lähetä palaute" }));
  expect(screen.getByText("Valitse ensin, miltä maistui.")).toBeVisible();
  expect(sendFeedback).not.toHaveBeenCalled();
});

describe("the text", () => {
  // spec: T-80
  test("over 1000 characters, a surrogate pair being one, is refused in the words laid down, and stays", async () => {
    const { sendFeedback } = show(known(DELIVERED));
    await userEvent.click(screen.getByRole("radio", { name: "Okei" }));
    const field = screen.getByRole("textbox", { name: "Kerro lisää, jos haluat" });
    await userEvent.click(field);
    await userEvent.paste("🍕".repeat(1001));
    expect(screen.getByText("Palautteen maksimipituus on 1000 merkkiä.")).toBeVisible();
    expect(field).toBeInvalid();
    await userEvent.click(screen.getByRole("button", { name: "Lähetä palaute" }));
    expect(sendFeedback).not.toHaveBeenCalled();
    expect(field).toHaveValue("🍕".repeat(1001));
    await userEvent.clear(field);
    await userEvent.paste("🍕".repeat(1000));
    expect(screen.getByText("1000/1000")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Lähetä palaute" }));
    expect(sendFeedback).toHaveBeenCalledOnce();
  });

  test("and the rating survive a reload of the page", async () => {
    const first = show(known(DELIVERED));
    await userEvent.click(screen.getByRole("radio", { name: "Hyvä" }));
    await userEvent.type(screen.getByRole("textbox"), "Vielä kuuma");
    first.again(known(anOrder()));
    first.again(known(DELIVERED));
    expect(screen.getByRole("radio", { name: "Hyvä" })).toBeChecked();
    expect(screen.getByRole("textbox")).toHaveValue("Vielä kuuma");
  });
});

// spec: T-82
test("what did not arrive is said in the words that are laid down, stays, and can be sent again", async () => {
  const send = vi.fn<SendFeedback>().mockRejectedValueOnce(new Error("gone")).mockResolvedValueOnce(given());
  show(known(DELIVERED), 12, send);
  await userEvent.click(screen.getByRole("radio", { name: "Hyvä" }));
  await userEvent.type(screen.getByRole("textbox"), "Kuuma");
  const button = screen.getByRole("button", { name: "Lähetä palaute" });
  await userEvent.click(button);
  expect(
    screen.getByText("Bitti poikittain – palautteesi ei mennyt perille. Yritä uudelleen."),
  ).toBeVisible();
  expect(screen.getByRole("textbox")).toHaveValue("Kuuma");
  await userEvent.click(button);
  expect(send.mock.calls).toEqual([
    [3, "Kuuma"],
    [3, "Kuuma"],
  ]);
});

test("it is sent once, however often the button is pressed", async () => {
  const arrive: (() => void)[] = [];
  const send = vi.fn<SendFeedback>(() => new Promise((resolve) => arrive.push(() => resolve(given()))));
  show(known(DELIVERED), 12, send);
  await userEvent.click(screen.getByRole("radio", { name: "Hyvä" }));
  await userEvent.dblClick(screen.getByRole("button", { name: "Lähetä palaute" }));
  expect(send).toHaveBeenCalledOnce();
  await act(async () => arrive.forEach((done) => done()));
});

test("it may be changed for 24 hours", async () => {
  const state = known({ ...DELIVERED, feedback: given({ at: at(0) }) });
  const { again } = show(state, 24 * 60 - 1);
  await userEvent.click(screen.getByRole("button", { name: "Muuta palautetta" }));
  expect(screen.getByRole("radio", { name: "Huippu" })).toBeChecked();
  expect(screen.getByRole("textbox")).toHaveValue("Rapea");
  again(known(anOrder()));
  again(state, 24 * 60);
  expect(screen.queryByRole("button", { name: "Muuta palautetta" })).toBeNull();
});
