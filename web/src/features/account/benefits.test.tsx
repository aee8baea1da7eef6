/** One's codes: what each is worth, until when, and its letters to be copied. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aBenefit } from "../../shop/loyalty/testing/member";
import { Component as BenefitsPage } from "./BenefitsPage";
import { noora, openAs } from "./testing/open";

const BENEFITS = "GET /api/loyalty/benefits";
const NOW = Date.parse("2026-11-24T12:00:00Z");

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ticket = async (name: string) => {
  const heading = await screen.findByRole("heading", { name });
  return within(heading.closest("article") ?? document.body);
};

// spec: AC-14
test("a ticket says what its code is worth, how it is used, and until when", async () => {
  const ice = aBenefit({ valid_until: "2026-12-24T21:59:59Z" });
  const soon = aBenefit({
    code: "aaaabbbbccccd",
    benefit: "Dippi",
    type: "freeDip",
    valid_until: "2026-11-27T11:59:59Z",
  });
  openAs(noora, BenefitsPage, { [BENEFITS]: { status: 200, body: [ice, soon] } });
  const first = await ticket("80 ml jäätelö");
  expect(first.getByText("k7f3 m9xq 2vt0h")).toBeVisible();
  expect(first.getByText("Voimassa 24.12.2026")).toBeVisible();
  expect(first.getByText("Anna koodi, kun tilaat.")).toBeVisible();
  expect(first.queryByText(/^Vielä/)).toBeNull();
  expect((await ticket("Dippi")).getByText("Vielä 3 päivää")).toBeVisible();
});

// spec: AC-15
test("a code is copied whole, which is said for a moment", async () => {
  const user = userEvent.setup();
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  openAs(noora, BenefitsPage, { [BENEFITS]: { status: 200, body: [aBenefit()] } });
  const first = await ticket("80 ml jäätelö");
  await user.click(first.getByRole("button", { name: "Kopioi koodi k7f3m9xq2vt0h" }));
  expect(writeText).toHaveBeenCalledWith("k7f3m9xq2vt0h");
  expect(await first.findByText("Kopioitu")).toBeVisible();
  await waitFor(() => expect(first.queryByText("Kopioitu")).toBeNull(), { timeout: 2_500 });
});

test("a copy that the browser refuses is said", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
  openAs(noora, BenefitsPage, { [BENEFITS]: { status: 200, body: [aBenefit()] } });
  const first = await ticket("80 ml jäätelö");
  await user.click(first.getByRole("button", { name: "Kopioi koodi k7f3m9xq2vt0h" }));
  expect(await first.findByText("Kopiointi ei onnistunut")).toBeVisible();
});

// spec: AC-15
test("where the browser cannot copy, there is no button for it", async () => {
  vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
  openAs(noora, BenefitsPage, { [BENEFITS]: { status: 200, body: [aBenefit()] } });
  const first = await ticket("80 ml jäätelö");
  expect(first.queryByRole("button")).toBeNull();
});

test("what was used stands below, with no way to copy it", async () => {
  const used = aBenefit({ benefit: "Dippi", used: true, usedOrderId: "10234" });
  openAs(noora, BenefitsPage, { [BENEFITS]: { status: 200, body: [used] } });
  expect(await screen.findByText("Kaikki etukoodisi on käytetty.")).toBeVisible();
  const dip = await ticket("Dippi");
  expect(dip.getByText("Käytetty")).toBeVisible();
  expect(dip.queryByRole("button")).toBeNull();
});

// spec: AC-16
test("without codes one is led to the menu; where they do not come, that is said", async () => {
  openAs(noora, BenefitsPage, { [BENEFITS]: [{ status: 500 }, { status: 200, body: [] }] });
  expect(await screen.findByText("Etukoodeja ei saatu haettua.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Yritä uudelleen" }));
  expect(await screen.findByText(/^Ei vielä etukoodeja/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Ruokalistaan" })).toHaveAttribute("href", "/menu");
});
