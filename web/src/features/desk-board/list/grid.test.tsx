import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { BoardState } from "../../../live/live";
import { aRow } from "../../../live/testing/boards";
import { at, EPOCH } from "../../../live/testing/orders";
import { BOARD } from "../texts";
import { BoardTrouble } from "../BoardTrouble";
import { Chips } from "../Chips";
import type { Chip } from "../filter";
import { Grid } from "./Grid";
import { HeldArea } from "./HeldArea";
import type { Section } from "../selection";

const OPENED_BY = ["oma@ovelle.example", "riikka.korhonen@ovelle.example"];
const ROWS = new Map(
  [
    aRow("1", { late: true, promisedAt: at(-10), status: 3, watched: true, openedBy: OPENED_BY }),
    aRow("2", { orderType: "pickup", avoidAllergens: ["milk"] }),
    aRow("3", { status: 11 }),
  ].map((order) => [order.orderId, order]),
);
const SECTIONS: Section[] = [
  { name: "late", orderIds: ["1"] },
  { name: "onTime", orderIds: ["2"] },
  { name: "done", orderIds: ["3"] },
];

function show(sections = SECTIONS, openedId: string | null = null) {
  const onOpen = vi.fn<(orderId: string) => void>();
  render(
    <>
      <button type="button">Edellinen</button>
      <Grid
        label="Seuranta"
        sections={sections}
        rows={ROWS}
        now={EPOCH}
        restaurantName={(id) => `Ravintola ${id}`}
        ownEmail="oma@ovelle.example"
        openedId={openedId}
        onOpen={onOpen}
      />
    </>,
  );
  return { onOpen };
}

function row(orderId: string): HTMLElement {
  const found = screen.getAllByRole("row").find(({ dataset }) => dataset["order"] === orderId);
  if (!found) throw new Error(`no row of ${orderId}`);
  return found;
}

describe("the table", () => {
  test("has its first row at hand for who comes to it by an arrow, and leaves others their arrows", () => {
    show();
    const before = screen.getByRole("button", { name: "Edellinen" });
    before.focus();
    fireEvent.keyDown(before, { key: "ArrowDown" });
    expect(before).toHaveFocus();
    before.blur();
    fireEvent.keyDown(document.body, { key: "ArrowDown" });
    expect(row("1")).toHaveFocus();
  });

  test("has its parts with their counts, and a row says it all", () => {
    show();
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
      "Myöhässä 1",
      "Ajallaan 1",
      "Valmiit 1",
    ]);
    expect(
      within(row("1"))
        .getAllByRole("gridcell")
        .map(({ textContent }) => textContent?.trim()),
    ).toEqual([
      "1",
      "Uunissa alle\u00a01\u00a0min",
      "ei arviota",
      "17.50 +10 min",
      "Ravintola 14",
      "Aino Virtanen  Aleksanterinkatu 9",
      "RKAvoinna myös: riikka.korhonen@ovelle.exampleAsiakas seuraa nyt",
    ]);
    expect(row("2")).toHaveTextContent("Nouto");
    expect(within(row("2")).getAllByRole("gridcell")[0]).toHaveTextContent("2Vältettävä: maito");
    expect(within(row("2")).getAllByRole("gridcell")[3]).toHaveTextContent(/^\d\d\.\d\d ajallaan$/);
  });

  test("of orders in time alone needs no title over them", () => {
    show([{ name: "onTime", orderIds: ["2"] }]);
    expect(screen.queryByRole("rowheader")).toBeNull();
  });

  test("is one stop of the Tab key; arrows, Home and End move, Enter opens", async () => {
    const { onOpen } = show();
    await userEvent.tab();
    await userEvent.tab();
    expect(row("1")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    expect(row("2")).toHaveFocus();
    await userEvent.keyboard("{End}{ArrowDown}");
    expect(row("3")).toHaveFocus();
    await userEvent.keyboard("{Home}{ArrowUp}");
    expect(row("1")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(onOpen.mock.calls).toEqual([["2"]]);
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });

  test("opens a row that is pressed, and marks the one that is open", async () => {
    const { onOpen } = show(SECTIONS, "2");
    await userEvent.click(row("3"));
    expect(onOpen).toHaveBeenCalledWith("3");
    expect(row("2")).toHaveAttribute("aria-selected", "true");
    expect(row("2")).toHaveAttribute("tabindex", "-1");
    expect(row("3")).toHaveAttribute("aria-selected", "false");
  });
});

test("the list is held while a mouse rests on it, or what is in it has the focus", async () => {
  const onHold = vi.fn<(held: boolean) => void>();
  const { unmount } = render(
    <HeldArea onHold={onHold}>
      <button type="button">3 muutosta</button>
      <div role="grid" tabIndex={0}>
        <div role="row" tabIndex={0}>
          Rivi
        </div>
      </div>
    </HeldArea>,
  );
  await userEvent.hover(screen.getByRole("grid"));
  expect(onHold).toHaveBeenLastCalledWith(true);
  act(() => screen.getByRole("row").focus());
  await userEvent.unhover(screen.getByRole("grid"));
  expect(onHold).toHaveBeenLastCalledWith(true);
  // From a row to the button it is never let go, or the button would be gone.
  onHold.mockClear();
  act(() => screen.getByRole("button").focus());
  expect(onHold).not.toHaveBeenCalledWith(false);
  act(() => screen.getByRole("grid").focus());
  expect(onHold).toHaveBeenLastCalledWith(false);
  act(() => screen.getByRole("row").focus());
  act(() => screen.getByRole("row").blur());
  expect(onHold).toHaveBeenLastCalledWith(false);
  onHold.mockClear();
  // A finger does not rest.
  fireEvent.pointerEnter(screen.getByRole("grid"), { pointerType: "touch" });
  expect(onHold).not.toHaveBeenCalled();
  unmount();
  expect(onHold).toHaveBeenLastCalledWith(false);
});

test("chips count, and one is chosen", async () => {
  const onChoose = vi.fn<(chip: Chip) => void>();
  const counts = { all: 8, late: 2, new: 1, kitchen: 2, oven: 1, waiting: 1, road: 2, preorder: 0, done: 1 };
  render(<Chips counts={counts} chosen="oven" onChoose={onChoose} />);
  const chips = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(chips.join(", ")).toBe(
    "Kaikki 8, Myöhässä 2, Uudet 1, Keittiössä 2, Uunissa 1, Odottaa kyytiä 1, Matkalla 2, Ennakko 0, Valmiit 1",
  );
  expect(screen.getByRole("button", { pressed: true })).toHaveTextContent("Uunissa");
  await userEvent.click(screen.getByRole("button", { name: /Myöhässä/ }));
  expect(onChoose).toHaveBeenCalledWith("late");
});

describe("what one should know first", () => {
  const trouble = (change: Partial<BoardState>) => {
    const onRetry = vi.fn<() => void>();
    const state: BoardState = {
      mode: "live",
      rows: ROWS,
      problem: null,
      trueAt: EPOCH,
      clockOffset: 0,
      ...change,
    };
    const { container } = render(<BoardTrouble state={state} onRetry={onRetry} />);
    return { onRetry, container };
  };

  test("is nothing while the board is live or on its way", () => {
    expect(trouble({}).container).toBeEmptyDOMElement();
    expect(trouble({ mode: "opening", rows: null }).container).toBeEmptyDOMElement();
  });

  test("is that it comes in turns, or of when it is", async () => {
    trouble({ mode: "polling" });
    expect(screen.getByText(BOARD.polling)).toBeVisible();
    const { onRetry } = trouble({ mode: "offline" });
    expect(screen.getByText(/^Yhteys katkesi\. Nämä tilaukset ovat kello 18\.00\./)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: BOARD.retry }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test("is that there never was any", () => {
    trouble({ mode: "offline", rows: null, trueAt: null });
    expect(screen.getByText(/^Tilauksia ei saatu haettua\./)).toBeVisible();
  });

  test.each([
    ["too-large", BOARD.tooLarge],
    ["refused", BOARD.refused],
  ] as const)("is what to choose: %s", (problem, words) => {
    trouble({ mode: "ended", problem });
    expect(screen.getByText(words)).toBeVisible();
  });
});
