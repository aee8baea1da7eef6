import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { anOrder, anOrderAt, at } from "../../live/testing/orders";
import { known, show, unknown } from "./testing/show";

afterEach(() => vi.useRealTimers());

// spec: T-17
test("while an order is being opened, the page says so", () => {
  show(unknown({}));
  expect(screen.getByRole("heading", { name: "Avataan tilauksesi seurantaa" })).toBeInTheDocument();
  expect(document.title).toBe("Avataan tilauksesi seurantaa · Ovelle");
});

describe("what went wrong", () => {
  // spec: T-20
  test("an order that is not found may be tried again and the page be loaded anew", async () => {
    const { onRetry, onReload } = show(unknown({ problem: "not-found" }));
    expect(
      screen.getByText("Emme löydä tilausta. Tarkista linkki tai hae se sähköpostistasi."),
    ).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Yritä uudelleen" }));
    await userEvent.click(screen.getByRole("button", { name: "Lataa sivu uudelleen" }));
    expect([onRetry.mock.calls.length, onReload.mock.calls.length]).toEqual([1, 1]);
  });

  // spec: T-22, T-65
  test("an order that has expired says so in the seed's words", () => {
    show(unknown({ problem: "expired", mode: "ended" }));
    expect(screen.getByText("Tilaus on vanhentunut, eikä sitä voi enää seurata.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Yritä uudelleen" })).toBeNull();
    expect(screen.getByRole("link", { name: "Etusivulle" })).toBeVisible();
  });

  // spec: T-23, T-66
  test("any other failure says so in the seed's words, and may be tried again", async () => {
    const { onRetry } = show(unknown({ problem: "failed", mode: "offline" }));
    expect(screen.getByText("Virhe tilauksen tietojen hakemisessa. Yritä uudestaan.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Yritä uudelleen" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  // spec: T-66
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

test("without a connection the last state stays, with the time at which it was true", () => {
  show(known(anOrderAt([0, 1, 2, 3]), { mode: "offline", trueAt: Date.parse(at(48)) }), 60);
  expect(screen.getByText(/Yhteys katkesi\. Nämä tiedot ovat kello 18\.48\./)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Pizzasi on uunissa" })).toBeVisible();
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
