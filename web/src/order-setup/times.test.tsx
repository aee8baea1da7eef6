/** The times of a preorder: which are offered, what one costs, and what becomes of one that is gone. */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { TIME } from "./texts";
import { aDelivery, aMethod } from "../shop/testing/orders";
import { aFound, choose, delivering, DELIVERING, ok, open, rows, SEARCH, SHOPS } from "./testing/opened";

beforeEach(() => vi.unstubAllGlobals());

// spec: PR-28
test("between which fees a preorder is brought is said where its time is chosen", async () => {
  const shops = [1, 2].map((id) => ({
    restaurantId: String(id),
    displayName: `Ovelle ${id}`,
    hasDelivery: true,
    openForDeliveryStatus: "Open",
    preorderMinimumDeliveryFee: 5.9,
    preorderMaximumDeliveryFee: 8.9,
  }));
  open({ answers: { [`GET ${SHOPS}/summaries`]: ok(shops) } });
  expect(screen.queryByText(/Ennakkotilauksen kuljetus/)).toBeNull();
  await choose("Teen ennakkotilauksen");
  expect(await screen.findByText("Ennakkotilauksen kuljetus 5.90–8.90 €")).toBeVisible();
});

test("a time that is offered no more says which it was, and which took its place", async () => {
  const lost = "2100-11-25 19:30";
  const kept = "2100-11-25 20:00";
  const days = [{ date: "2100-11-25", times: ["2100-11-25 19:45", kept] }];
  open({
    method: aDelivery({ restaurantId: "1", preorderTime: lost }),
    answers: {
      [`GET ${SHOPS}/1/preorder-days?orderType=delivery`]: ok({ days }),
      [`${DELIVERING}&preOrderTime=2100-11-25+19%3A30`]: ok([delivering(1)]),
      [`${DELIVERING}&preOrderTime=2100-11-25+19%3A45`]: ok([delivering(1)]),
    },
  });
  expect(await screen.findByText("19.30 meni jo. Seuraava on 19.45.")).toBeVisible();
  expect(screen.getByRole("radio", { name: "19.45" })).toBeChecked();
});

test("times that do not come are said not to", async () => {
  open({
    method: aDelivery({ restaurantId: "1" }),
    answers: { [`GET ${SHOPS}/1/preorder-days?orderType=delivery`]: { status: 503 } },
  });
  await choose("Teen ennakkotilauksen");
  expect(await screen.findByText(TIME.failed)).toBeVisible();
  expect(screen.queryByText("Ladataan...")).toBeNull();
});

test("of a preorder that is fetched each restaurant says how it stands at that time", async () => {
  const time = "2100-11-25 19:45";
  const stands = (id: number) =>
    `GET ${SHOPS}/${id}/availability?orderType=pickup&preOrderTime=2100-11-25+19%3A45`;
  const shut = { selectorStatus: "Closed", selectorText: "Ravintola on tällä hetkellä kiinni." };
  open({
    at: "/?nouto",
    method: aMethod({ restaurantId: "1", preorderTime: time }),
    answers: {
      [`GET ${SHOPS}/search?q=&orderType=pickup&selected=1`]: ok([aFound(1), aFound(2)]),
      [SEARCH]: ok([aFound(1), aFound(2)]),
      [`GET ${SHOPS}/1/preorder-days?orderType=pickup`]: ok({
        days: [{ date: "2100-11-25", times: [time] }],
      }),
      [stands(1)]: ok({ selectorStatus: "Open", selectorText: "n. 15 min" }),
      [stands(2)]: ok(shut),
    },
  });
  expect(
    await screen.findByText(/^Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle\./),
  ).toBeVisible();
  await waitFor(() => expect(rows().map((row) => row.closest("label")?.textContent)).toHaveLength(1));
  expect(rows()[0]?.closest("label")).toHaveTextContent("valmis 19.45");
});
