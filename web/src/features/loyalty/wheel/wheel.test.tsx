/** The wheel: its course, what is said of it, and what keeps it from turning. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal } from "../../../api/testing/server";
import { currentOrder } from "../../../shop/cart/useCart";
import { aBenefit, aMember, aSpin } from "../../../shop/loyalty/testing/member";
import { putOrder } from "../../../shop/testing/cart";
import { shownProblems } from "../../../shop/testing/problems";
import { MEMBER, openMember, PRIZE_SEEN, SPIN } from "../testing/open";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
  putOrder();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sheet = async () => within(await screen.findByRole("dialog", { name: "Pizzapyörä" }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** As who wants to see nothing move. */
function calmly() {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduced-motion"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

function open(spin = aSpin(), more: Record<string, Answer | Answer[]> = {}) {
  const before = { status: 200, body: aMember({ spins: 1 }) };
  const after = {
    status: 200,
    body: aMember({
      spins: 0,
      showPrizeModal: true,
      lastPrize: { spinId: spin.spinId, type: spin.type, benefit: spin.benefit },
    }),
  };
  return openMember(
    {},
    {
      [MEMBER]: [before, after],
      [SPIN]: { status: 200, body: spin },
      [PRIZE_SEEN]: { status: 204 },
      ...more,
    },
    "#pizzapyora",
  );
}

// spec: WH-06, WH-07, WH-12, WH-16
test("it turns for ten seconds, stops in four, says once what was won, and keeps that it was seen", async () => {
  const { asked } = open();
  const wheel = await sheet();
  expect(wheel.getByText("1 jäljellä")).toBeVisible();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  expect(await wheel.findByText("Pyörä pyörii.")).toBeInTheDocument();
  await pass(9_900);
  expect(wheel.queryByRole("heading", { name: "Voitit jäätelön!" })).toBeNull();
  await pass(200);
  expect(wheel.queryByRole("heading", { name: "Voitit jäätelön!" })).toBeNull();
  await pass(4_000);
  expect(wheel.getByRole("heading", { name: "Voitit jäätelön!" })).toBeVisible();
  const said = "Voitit jäätelön! 80 ml jäätelö seuraavaan tilaukseesi. Koodi odottaa etukoodeissasi.";
  expect(wheel.getByText(said)).toHaveAttribute("aria-live", "polite");
  expect(wheel.getByText("k7f3 m9xq 2vt0h")).toBeVisible();
  expect(wheel.getByText("Voimassa 24.12.2030 asti.")).toBeVisible();
  expect(wheel.getByRole("button", { name: "Tilaa ja käytä koodi" })).toHaveFocus();
  const spins = asked.filter(({ call }) => call === SPIN);
  expect(spins).toEqual([{ call: SPIN, body: {}, key: expect.stringMatching(/^[\w-]{8,}$/) as string }]);
  fireEvent.click(wheel.getAllByRole("button", { name: "Sulje" }).at(-1) ?? document.body);
  await waitFor(() =>
    expect(asked.find(({ call }) => call === PRIZE_SEEN)?.body).toEqual({ showPrizeModal: false }),
  );
  expect(wheel.queryByRole("heading", { name: "Voitit jäätelön!" })).toBeNull();
});

// spec: WH-06
test("where nothing is to move the result is there with the answer, in words", async () => {
  calmly();
  open();
  const wheel = await sheet();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  expect(await wheel.findByRole("heading", { name: "Voitit jäätelön!" })).toBeVisible();
});

// spec: WH-09
test("a miss says when the next spin comes, and nothing flies", async () => {
  calmly();
  open(aSpin({ type: "empty", angle: 19, benefit: null }));
  const wheel = await sheet();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  expect(await wheel.findByRole("heading", { name: "Huti tällä kertaa." })).toBeVisible();
  expect(wheel.getByText("Seuraava pyöräytys kuudennesta slaissista.")).toBeVisible();
  expect(wheel.queryByRole("button", { name: "Tilaa ja käytä koodi" })).toBeNull();
});

test("another go is a press away", async () => {
  calmly();
  open(aSpin({ type: "newSpin", angle: 342, benefit: null, spinsLeft: 1 }));
  const wheel = await sheet();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  fireEvent.click(await wheel.findByRole("button", { name: "Pyöräytä uudestaan" }));
  expect(await wheel.findByRole("button", { name: "Pyöräytä" })).toHaveFocus();
});

test("the code of a prize goes into the order, and one goes on to the menu", async () => {
  calmly();
  const { router } = open();
  const wheel = await sheet();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  fireEvent.click(await wheel.findByRole("button", { name: "Tilaa ja käytä koodi" }));
  expect(await screen.findByText("Perillä")).toBeVisible();
  expect(router.state.location.pathname).toBe("/menu");
  expect(currentOrder().promotionCodes).toEqual(["k7f3m9xq2vt0h"]);
});

// spec: WH-18
test("a wheel that fails says so over the page, and a lost answer is asked for under the same key", async () => {
  const { asked } = open(aSpin(), { [SPIN]: { status: 503 } });
  const wheel = await sheet();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  await waitFor(() =>
    expect(shownProblems()).toEqual([
      [0, "Jokin meni pieleen! Pizzapyörä ei nyt toimi, kokeile myöhemmin uudestaan."],
    ]),
  );
  fireEvent.click(await wheel.findByRole("button", { name: "Pyöräytä" }));
  await waitFor(() => expect(asked.filter(({ call }) => call === SPIN)).toHaveLength(2));
  const keys = asked.filter(({ call }) => call === SPIN).map(({ key }) => key);
  expect(keys[0]).toBe(keys[1]);
});

// spec: WH-18
test.each([
  ["was lost", { status: 503 }],
  ["is still being made", refusal(409, "request/in-progress", "Pyyntöä käsitellään jo.")],
])("an answer that %s can be asked for, though no spin is left", async (_, first) => {
  calmly();
  const wheel = { ...aMember().wheel, enabled: false, reason: "noSpins" as const };
  const { asked } = open(aSpin(), {
    [SPIN]: [first, { status: 200, body: aSpin() }],
    [MEMBER]: [
      { status: 200, body: aMember({ spins: 1 }) },
      { status: 200, body: aMember({ spins: 0, wheel }) },
    ],
  });
  const shown = await sheet();
  fireEvent.click(shown.getByRole("button", { name: "Pyöräytä" }));
  await waitFor(() => expect(shown.getByText("0 jäljellä")).toBeVisible());
  fireEvent.click(shown.getByRole("button", { name: "Pyöräytä" }));
  expect(await shown.findByRole("heading", { name: "Voitit jäätelön!" })).toBeVisible();
  const keys = asked.filter(({ call }) => call === SPIN).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

// spec: WH-07
test("who does not ask for an answer that was lost is shown the prize all the same", async () => {
  const { asked } = open(aSpin(), { [SPIN]: { status: 503 } });
  const wheel = await sheet();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  await waitFor(() => expect(asked.filter(({ call }) => call === MEMBER)).toHaveLength(2));
  fireEvent.click(wheel.getByRole("button", { name: "Sulje" }));
  await pass(500);
  expect(await (await sheet()).findByRole("heading", { name: "Voitit jäätelön!" })).toBeVisible();
});

// spec: WH-07
test("who closes the sheet while it turns is shown what they have won", async () => {
  const { asked } = open();
  const wheel = await sheet();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  await waitFor(() => expect(asked.map(({ call }) => call)).toContain(SPIN));
  await pass(5_000);
  fireEvent.click(wheel.getByRole("button", { name: "Sulje" }));
  await pass(500);
  const again = await sheet();
  expect(await again.findByRole("heading", { name: "Voitit jäätelön!" })).toBeVisible();
});

// spec: WH-02, WH-03
test("a spin that the server refuses leaves its reason in the button's place", async () => {
  const code = "wheel/no-spins";
  open(aSpin(), { [SPIN]: refusal(409, code, "Ei pyöräytyksiä juuri nyt.") });
  const wheel = await sheet();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  expect(await wheel.findByText("Ei pyöräytyksiä juuri nyt.")).toHaveFocus();
  expect(wheel.queryByRole("button", { name: "Pyöräytä" })).toBeNull();
  expect(shownProblems()).toEqual([]);
});

test("without spins the wheel is there, and says when the next one comes", async () => {
  const wheel = { ...aMember().wheel, enabled: false, reason: "noSpins" as const };
  openMember({ slices: 2, spins: 0, wheel }, {}, "#pizzapyora");
  const shown = await sheet();
  expect(shown.getByText("Ei pyöräytyksiä juuri nyt. Seuraava kuudennesta slaissista.")).toBeVisible();
  expect(shown.queryByRole("button", { name: "Pyöräytä" })).toBeNull();
});

// spec: WH-07
test("a prize that was never shown is shown on coming back, once", async () => {
  const lastPrize = { spinId: "6", type: "giftCard5", benefit: aBenefit({ type: "giftCard5" }) };
  const { asked } = openMember(
    { spins: 0, showPrizeModal: true, lastPrize },
    { [PRIZE_SEEN]: { status: 500 } },
  );
  const wheel = await sheet();
  expect(await wheel.findByRole("heading", { name: "Voitit viisi euroa!" })).toBeVisible();
  fireEvent.click(wheel.getAllByRole("button", { name: "Sulje" })[0] ?? document.body);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(asked.map(({ call }) => call)).toContain(PRIZE_SEEN));
  await pass(500);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the draw can be checked: the seal before it, and all of it afterwards", async () => {
  calmly();
  open(aSpin({ serverSeed: "00".repeat(32), clientSeed: "x", nonce: 3 }));
  const wheel = await sheet();
  fireEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
  await wheel.findByRole("heading", { name: "Voitit jäätelön!" });
  const details = wheel.getByText("Tarkista arvonta").closest("details");
  if (details) details.open = true;
  fireEvent(details ?? document.body, new Event("toggle"));
  // This draw was made up: its seed is not what was sealed.
  expect(await wheel.findByText("Sinetin sisältö on se, joka siihen suljettiin.")).toBeInTheDocument();
  expect(wheel.getAllByText("Ei pidä paikkaansa:").length).toBeGreaterThan(0);
  expect(wheel.getByText("00".repeat(32))).toBeInTheDocument();
});
