import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { OrderState } from "../../live/live";
import { anOrder, anOrderAt, at } from "../../live/testing/orders";
import { known, show, unknown } from "./testing/show";

/** What is seen, not what is read out. */
const visible = { ignore: "[aria-live], .sr-only" };

afterEach(() => vi.useRealTimers());

test("while an order is being opened, the page says so", () => {
  show(unknown({}));
  expect(screen.getByRole("heading", { name: "Avataan tilauksesi seurantaa" })).toBeInTheDocument();
  expect(document.title).toBe("Avataan tilauksesi seurantaa · Ovelle");
});

describe("what went wrong", () => {
  // spec: T-20
  test("an order that is not found has one red way out, and may be refreshed and tried again", async () => {
    const { onReload } = show(unknown({ problem: "not-found" }));
    expect(
      screen.getByText("Emme löydä tilausta. Tarkista linkki tai hae se sähköpostistasi."),
    ).toBeVisible();
    const [home, ...others] = within(screen.getByRole("main")).getAllByRole("link");
    expect(home).toHaveTextContent("Etusivulle");
    expect(home).toHaveAttribute("href", "/");
    expect(others).toEqual([]);
    const [retry, ...more] = within(screen.getByRole("main")).getAllByRole("button");
    expect(retry).toHaveTextContent("Päivitä ja yritä uudelleen");
    expect(more).toEqual([]);
    if (retry) await userEvent.click(retry);
    expect(onReload).toHaveBeenCalledOnce();
  });

  test("an order that waits for its money says so calmly, with the way back to pay", () => {
    show(unknown({ problem: "not-received", mode: "polling" }));
    expect(screen.getByRole("status")).toHaveTextContent("Tilaustasi ei ole vielä vastaanotettu.");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole("link", { name: "Takaisin maksamaan" })).toHaveAttribute("href", "/ostoskori");
    expect(screen.queryByText("Päivittyy 30 s välein")).toBeNull();
  });

  test("an order that nobody paid in time says so, and leads to the cart", () => {
    show(unknown({ problem: "unpaid", mode: "ended" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Tilauksen maksuaika päättyi.");
    expect(screen.getByRole("link", { name: "Ostoskoriin" })).toHaveAttribute("href", "/ostoskori");
  });

  // spec: T-22
  test("an order that has expired says so in the words that are laid down", () => {
    show(unknown({ problem: "expired", mode: "ended" }));
    expect(screen.getByText("Tilaus on vanhentunut, eikä sitä voi enää seurata.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Yritä uudelleen" })).toBeNull();
    expect(screen.getByRole("link", { name: "Etusivulle" })).toBeVisible();
  });

  // spec: T-23
  test("any other failure says so in the words that are laid down, and may be tried again", async () => {
    const { onRetry } = show(unknown({ problem: "failed", mode: "offline" }));
    expect(screen.getByText("Virhe tilauksen tietojen hakemisessa. Yritä uudestaan.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Yritä uudelleen" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test("a failure does not take away what is known", async () => {
    const { onRetry } = show(known(anOrderAt([0, 1, 2]), { problem: "failed", mode: "offline" }));
    expect(screen.getByText(/Virhe tilauksen tietojen hakemisessa. Yritä uudestaan.$/)).toBeVisible();
    expect(screen.getByRole("heading", { name: "Pizzasi on tekeillä" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Yritä uudelleen" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

test.each([
  ["live", "Suora seuranta"],
  ["polling", "Päivittyy 30 s välein"],
  ["offline", "Ei yhteyttä"],
  ["ended", "Seuranta päättyi"],
] as const)("the sign for %s says: %s", (mode, words) => {
  show(known(anOrder(), { mode }));
  expect(screen.getByText(words)).toBeVisible();
});

test("a server that does not answer is a lost connection, not an error of the order's", async () => {
  const trueAt = Date.parse(at(48));
  const { onRetry } = show(
    known(anOrderAt([0, 1, 2, 3]), { mode: "offline", problem: "unreachable", trueAt }),
    60,
  );
  expect(
    screen.getByText("Yhteys katkesi. Nämä tiedot ovat kello 18.48. Päivitämme heti, kun yhteys palaa."),
  ).toBeVisible();
  expect(screen.queryByText(/Virhe/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Yritä uudelleen" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("without a connection the last state stays, with the time at which it was true", () => {
  show(known(anOrderAt([0, 1, 2, 3]), { mode: "offline", trueAt: Date.parse(at(48)) }), 60);
  expect(screen.getByText(/Yhteys katkesi\. Nämä tiedot ovat kello 18\.48\./)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Pizzasi on uunissa" })).toBeVisible();
});

describe("a car on its way", () => {
  const car = { lat: 60.19, lng: 24.956, headingDeg: 90, speedKmh: 30, at: at(10), stopsBefore: 2 };
  const onTheWay = (change: Partial<OrderState> = {}) => {
    const state = known(anOrderAt([0, 4, 5, 6, 8], { stopsBefore: 2 }));
    return { ...state, order: state.order && { ...state.order, car, ...change } };
  };
  const region = (name: string) => screen.getByRole("region", { name });

  test("is on the map, with the age of its position", () => {
    show(onTheWay(), 10.1);
    expect(screen.getByText("Auton sijainti 6 s sitten")).toBeVisible();
    expect(region("Tilauksen kulku").textContent).not.toContain("hetken vanha");
  });

  test("whose position is old is told of in the order's course, too", () => {
    const { again } = show(onTheWay(), 10.6);
    expect(screen.getByText("Auton sijainti 36 s sitten")).toBeVisible();
    const words = "Auton sijainti on hetken vanha. Arvioimme ajan reitin mukaan, kunnes uusi tulee.";
    expect(region("Tilauksen kulku").textContent).toContain(words);
    again(onTheWay(), 12.1);
    expect(region("Tilauksen kulku").textContent).not.toContain(words);
  });

  test("that nobody sees is not missed before its first position had time to come", () => {
    vi.useFakeTimers();
    const unseen = "Auton sijaintia ei juuri nyt näy. Pizza on silti matkalla.";
    show(onTheWay({ car: null }), 10);
    const seen = () => screen.queryAllByText(unseen, visible).length;
    expect(seen()).toBe(0);
    act(() => vi.advanceTimersByTime(3_000));
    expect(seen()).toBe(1);
  });

  test("whose position grew old is missed at once", () => {
    const { again } = show(onTheWay(), 11);
    again(onTheWay(), 12);
    expect(
      screen.getByText("Auton sijaintia ei juuri nyt näy. Pizza on silti matkalla.", visible),
    ).toBeVisible();
  });

  test("is not drawn on a map where nobody knows the place of the door", async () => {
    const { order } = onTheWay();
    const nowhere = order && { ...order, customer: { ...order.customer, coordinates: null } };
    show({ ...onTheWay(), order: nowhere }, 10.1);
    expect(screen.queryByText(/Auton sijainti/)).toBeNull();
    await waitFor(() => expect(document.querySelector("svg[viewBox='0 0 740 420']")).not.toBeNull());
  });

  test("that is near is told of after the stage, which is never left out", () => {
    const estimate = { at: at(10), minutes: 2, from: 1, to: 3, basis: "car" } as const;
    show(onTheWay({ stopsBefore: 0, estimate }), 10.1);
    expect(document.querySelector("[aria-live=polite]")?.textContent).toBe(
      "Olet seuraava. 1–3 minuuttia. Pizza on ihan lähellä. Auto on 200 metrin päässä, olet seuraava.",
    );
  });

  test("is told of in words: at once with its stage, then alone, at most every 30 s", () => {
    vi.useFakeTimers();
    const said = () => document.querySelector("[aria-live=polite]")?.textContent;
    const { again } = show(onTheWay(), 10.1);
    expect(said()).toBe("Pizzasi on matkalla. Auto on 200 metrin päässä, 2 toimitusta ennen sinua.");
    again(onTheWay({ car: { ...car, lat: 60.189, at: at(10.15) } }), 10.2);
    act(() => vi.advanceTimersByTime(29_000));
    expect(said()).toContain("200 metrin");
    act(() => vi.advanceTimersByTime(1_000));
    expect(said()).toBe("Auto on 100 metrin päässä, 2 toimitusta ennen sinua.");
  });
});

describe("what is read out", () => {
  const estimate = { at: at(0), minutes: 21, from: 18, to: 24, basis: "kitchen" } as const;
  const said = () => document.querySelector("[aria-live=polite]")?.textContent;
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  test("a new stage at once, new minutes of the same stage at most every 30 s", () => {
    vi.useFakeTimers();
    const { again } = show(known(anOrderAt([0, 1], { estimate })), 0);
    pass(1_000);
    again(known(anOrderAt([0, 1], { estimate })), 1);
    pass(1_000);
    expect(said()).toContain("18–24 minuuttia");
    pass(28_000);
    expect(said()).toContain("17–23 minuuttia");
    again(known(anOrderAt([0, 1, 2], { estimate })), 1);
    pass(0);
    expect(said()).toBe("Pizzasi on tekeillä. 17–23 minuuttia. Taikina on käsissä, täytteet tulossa.");
  });
});
