import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { serve } from "../../api/testing/server";
import type { DemoOrder } from "../../api/wire";
import { alertsAt } from "../../content/homepage";
import { OrderList } from "./RunningOrders";
import { Stories } from "./Stories";

const anOrder = (change: Partial<DemoOrder> = {}): DemoOrder => ({
  orderId: "10234",
  orderType: "delivery",
  restaurantName: "Ovelle Kallio",
  status: 3,
  preOrderTime: null,
  trackingPath: "/tilaus/10234?orderKey=abc",
  ...change,
});

function list(orders: DemoOrder[] | null, failed = false) {
  render(
    <MemoryRouter>
      <OrderList orders={orders} failed={failed} />
    </MemoryRouter>,
  );
}

test("each running order leads to its tracking, with its stage in words and windows", () => {
  list([anOrder(), anOrder({ orderId: "10235", orderType: "pickup", status: 4 })]);
  const [first, second] = screen.getAllByRole("link");
  expect(first).toHaveAttribute("href", "/tilaus/10234?orderKey=abc");
  expect(first?.textContent).toContain("Pizza on uunissa");
  for (const fact of ["Kuljetus", "Ovelle Kallio", "Tilaus\u00a010234"])
    expect(first?.textContent).toContain(fact);
  const step =
    first &&
    within(first)
      .getAllByRole("listitem")
      .find((item) => item.ariaCurrent ?? item.getAttribute("aria-current"));
  expect(step?.textContent).toBe("Uuni");
  expect(second?.textContent).toContain("Pizza on valmis");
});

test("of a city's many orders the page shows a few, and all to who asks", async () => {
  const user = userEvent.setup();
  list(Array.from({ length: 31 }, (_, at) => anOrder({ orderId: String(10_234 + at) })));
  expect(screen.getAllByRole("link")).toHaveLength(4);
  await user.click(screen.getByRole("button", { name: "Näytä kaikki 31 tilausta" }));
  expect(screen.getAllByRole("link")).toHaveLength(31);
  await user.click(screen.getByRole("button", { name: "Näytä vähemmän" }));
  expect(screen.getAllByRole("link")).toHaveLength(4);
});

test("a preorder that waits is called one", () => {
  list([anOrder({ status: 0, preOrderTime: "2026-11-27T16:30:00Z" })]);
  expect(screen.getByText("Ennakkotilaus")).toBeVisible();
});

test("no orders, orders on their way, and orders that cannot be had are three different things", () => {
  list([]);
  expect(screen.getByText(/kukaan ei ole vielä tilannut/)).toBeVisible();
  list(null);
  expect(screen.getByText("Haetaan tilauksia")).toBeInTheDocument();
  list(null, true);
  expect(screen.getByText(/Tilauksia ei juuri nyt saatu haettua/)).toBeVisible();
});

// spec: CT-29
test("of the editors' front page carousel, blocks, alerts and both pictures are read", async () => {
  const content = {
    Carousel: [{ _uid: "a", campaign_name: "Ilta", image: "/ilta.svg", link: { url: "/menu" } }],
    blocks: [{ component: "text", text: "Uunista ovelle asti." }],
    top_alert: [{ _uid: "b", location: "all", message: "Olemme auki jouluna." }],
    header_desktop_text: { filename: "/otsikko.svg" },
    menu_react: { filename: "/lista.svg" },
  };
  serve({ "GET /api/cms/stories/homepage": { status: 200, body: { updatedAt: "", content } } });
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Stories hasCarousel />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("img", { name: "Ilta" })).toBeVisible();
  expect(await screen.findByText("Uunista ovelle asti.")).toBeVisible();
  expect(container.querySelector("img")).toHaveAttribute("src", "/otsikko.svg");
  const menu = screen.getByRole("link", { name: "Ruokalistalle" });
  expect(menu).toHaveAttribute("href", "/menu");
  expect(menu.querySelector("img")).toHaveAttribute("src", "/lista.svg");
  expect(alertsAt(content, "/", "").map(({ message }) => message)).toEqual(["Olemme auki jouluna."]);
});
