import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { DISPLAY, type ShopProblem } from "./problem";
import { currentProblems, forgetProblems, judge, report, useProblems } from "./problems";

const problem = (messageCode: ShopProblem["messageCode"], parts: Partial<ShopProblem> = {}): ShopProblem => ({
  messageCode,
  message: `Viesti ${messageCode}`,
  displayKind: DISPLAY.banner,
  metadata: {},
  ...parts,
});

function Shown() {
  const { modals, banners, dismiss } = useProblems();
  return (
    <>
      <Link to="/menu">Menu</Link>
      {modals.map(({ messageCode, message }) => (
        <button key={messageCode} onClick={() => dismiss(messageCode)}>
          {message}
        </button>
      ))}
      {banners.map(({ messageCode, message }) => (
        <p key={messageCode}>{message}</p>
      ))}
    </>
  );
}

function open() {
  const routes = ["/", "/menu"].map((path) => ({ path, element: <Shown /> }));
  render(<RouterProvider router={createMemoryRouter([{ children: routes }])} />);
}

beforeEach(forgetProblems);

// spec: ER-01, ER-03
test("a problem belongs to the page where it was raised, and goes with it", async () => {
  open();
  act(() => report(problem("shop/offline")));
  expect(currentProblems()[0]?.metadata.errorUrl).toBe("/");
  expect(screen.getByText("Viesti shop/offline")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Menu" }));
  expect(screen.queryByText("Viesti shop/offline")).toBeNull();
});

// spec: ER-03
test("one that is raised for another page is seen there", async () => {
  open();
  act(() => report(problem("payment-cancelled", { metadata: { errorUrl: "/menu" } })));
  await userEvent.click(screen.getByRole("link", { name: "Menu" }));
  expect(screen.getByText("Viesti payment-cancelled")).toBeVisible();
});

// spec: ER-02, ER-03
test("each code is shown once, in its own way, until it is closed", async () => {
  open();
  act(() => {
    report(problem("shop/offline"));
    report(problem("shop/offline"));
    report(problem("cart/empty", { displayKind: DISPLAY.none }));
    report(problem("order-item-gone", { displayKind: DISPLAY.modal }));
  });
  expect(screen.getAllByText("Viesti shop/offline")).toHaveLength(1);
  expect(screen.queryByText("Viesti cart/empty")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Viesti order-item-gone" }));
  expect(screen.queryByText("Viesti order-item-gone")).toBeNull();
});

// spec: ER-15, ER-16, ER-20, ER-21
test("what was not found is told together, by name", () => {
  const gone = (name: string) =>
    problem("product/not-found", { displayKind: DISPLAY.modal, metadata: { invalidOrderNames: [name] } });
  judge([gone("Margareta"), gone("Kinkku")]);
  expect(currentProblems()).toMatchObject([
    {
      messageCode: "product/not-found-combined",
      message: "Tuotetta ei löydy",
      metadata: {
        description: "Jouduimme poistamaan ostoskoristasi tuotteet, joita ei ole juuri nyt saatavilla:",
        invalidOrderNames: ["Margareta", "Kinkku"],
      },
    },
  ]);
});

// spec: ER-03, ER-29
test("what is said of two products under one code is both said", () => {
  const out = (name: string) =>
    problem("product/out-of-stock", { message: `Tuote ${name} on loppu valitusta ravintolasta.` });
  judge([out("Margareta"), out("Kinkku")]);
  expect(currentProblems()).toMatchObject([
    {
      message: "Tuote Margareta on loppu valitusta ravintolasta.",
      metadata: { description: "Tuote Kinkku on loppu valitusta ravintolasta." },
    },
  ]);
});

// spec: PR-12
test("the server's next word takes the place of the one before; an open dialog stays until it is closed", () => {
  report(problem("promotion-code/already-added"));
  report(problem("payment-cancelled"));
  judge([problem("shop/offline"), problem("product/incorrect", { displayKind: DISPLAY.modal })]);
  judge([problem("shop/not-online")]);
  expect(currentProblems().map(({ messageCode }) => messageCode)).toEqual([
    "payment-cancelled",
    "product/incorrect",
    "shop/not-online",
  ]);
});
