import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { BoardOrder } from "../../../api/wire";
import { aRow } from "../../../live/testing/boards";
import { EPOCH } from "../../../live/testing/orders";
import { Grid } from "./Grid";
import type { Section } from "../selection";

const ROW_PX = 49;
const MANY = 5_000;
/** The window's rows, those beyond its edges, and the titles: jsdom's window is 768 px high. */
const FEW = 50;

const IDS = Array.from({ length: MANY }, (_, index) => String(10_000 + index));
const ROWS: ReadonlyMap<string, BoardOrder> = new Map(IDS.map((id) => [id, aRow(id)]));
const BOTH: Section[] = [
  { name: "late", orderIds: IDS.slice(0, 20) },
  { name: "onTime", orderIds: IDS.slice(20) },
];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(ROW_PX);
  // The table stands at the top of the page, and goes with it.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(
    () => new DOMRect(0, -window.scrollY, 1_232, ROW_PX),
  );
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  scrollTo(0);
});

function scrollTo(top: number) {
  Object.defineProperty(window, "scrollY", { value: top, configurable: true });
  fireEvent.scroll(window);
}

const gridOf = (sections: Section[], openedId: string | null = null) => (
  <Grid
    label="Seuranta"
    sections={sections}
    rows={ROWS}
    now={EPOCH}
    restaurantName={(id) => id}
    ownEmail="oma@ovelle.example"
    openedId={openedId}
    onOpen={() => undefined}
  />
);

const rows = () =>
  screen
    .getAllByRole("row")
    .flatMap(({ dataset }) => (dataset["order"] === undefined ? [] : [dataset["order"]]));
const row = (orderId: string) => document.querySelector<HTMLElement>(`[data-order="${orderId}"]`);

test("of thousands of rows those in the window are there, and each says which of all it is", () => {
  render(gridOf(BOTH));
  expect(rows().length).toBeGreaterThan(15);
  expect(rows().length).toBeLessThan(FEW);
  // The columns' names and two titles are lines, too.
  expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", String(MANY + 3));
  expect(row("10000")).toHaveAttribute("aria-rowindex", "3");
  scrollTo(2_000 * ROW_PX);
  expect(row("12000")).toHaveAttribute("aria-rowindex", "2004");
  expect(rows().length).toBeLessThan(FEW);
  expect(screen.getAllByRole("rowgroup").map((group) => group.getAttribute("aria-label"))).toEqual([
    null,
    "Myöhässä 20",
    "Ajallaan 4980",
  ]);
});

test("keys reach rows that are not there yet", async () => {
  render(gridOf(BOTH));
  await userEvent.tab();
  expect(row("10000")).toHaveFocus();
  await userEvent.keyboard("{End}");
  expect(row("14999")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  expect(row("14997")).toHaveFocus();
  await userEvent.keyboard("{Home}{PageDown}");
  const after = Number(document.activeElement?.getAttribute("data-order"));
  expect(after).toBeGreaterThan(10_008);
  expect(after).toBeLessThan(10_020);
  await userEvent.keyboard("{PageUp}");
  expect(row("10000")).toHaveFocus();
});

test("a row with the focus stays when it is scrolled away, when it changes place, and hands it on when it goes", async () => {
  const { rerender } = render(gridOf(BOTH));
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  scrollTo(3_000 * ROW_PX);
  expect(row("10001")).toHaveFocus();
  expect(row("10003")).toBeNull();
  scrollTo(0);
  rerender(gridOf([{ name: "onTime", orderIds: [...IDS.slice(2), "10001", "10000"] }]));
  await vi.waitFor(() => expect(row("10001")).toHaveFocus());
  rerender(gridOf([{ name: "onTime", orderIds: ["10000", ...IDS.slice(2)] }]));
  await vi.waitFor(() => expect(document.activeElement).toHaveAttribute("data-order", "14999"));
  rerender(gridOf([{ name: "onTime", orderIds: ["10000", "10007"] }]));
  await vi.waitFor(() => expect(row("10007")).toHaveFocus());
});

test("the open row is there wherever one has scrolled to, and is the one that Tab leads to", async () => {
  const { rerender } = render(gridOf(BOTH));
  scrollTo(1_000 * ROW_PX);
  rerender(gridOf(BOTH, "14000"));
  expect(row("14000")).toHaveAttribute("aria-selected", "true");
  await userEvent.tab();
  expect(row("14000")).toHaveFocus();
});
