// @vitest-environment node
import { describe, expect, test } from "vitest";
import { aRow } from "../../testing/boards";
import { at } from "../../testing/orders";
import { anAvailability, aShopFrame, ShopPage } from "../../testing/shops";

const AVAILABILITY = "/api/commerce/v2/shops/12/availability?orderType=pickup";

describe("on a line", () => {
  test("a restaurant is asked for without any right, and what it says is shown", () => {
    const page = new ShopPage();
    expect(page.state).toMatchObject({ mode: "opening", news: null });
    page.bringUp();
    expect(page.world.socket.said).toEqual([
      { type: "subscribe", topic: "shop", restaurantId: "12", orderType: "pickup" },
    ]);
    page.world.socket.send(aShopFrame(5, { outOfStockProductIds: ["3001"] }));
    expect(page.state).toMatchObject({
      mode: "live",
      news: { rev: 5, availability: { status: "open" }, stock: { outOfStockProductIds: ["3001"] } },
    });
  });

  test("an older word changes nothing, not even the object", () => {
    const page = new ShopPage();
    page.bringUp();
    page.world.socket.send(aShopFrame(5));
    const before = page.state;
    page.world.socket.send(aShopFrame(5), aShopFrame(4, { outOfStockProductIds: ["3001"] }));
    expect(page.state).toBe(before);
  });

  test("several hold one restaurant, and it is left after the last", async () => {
    const page = new ShopPage();
    page.bringUp();
    const other = page.live.watchShop("12", "pickup");
    page.shop.close();
    page.world.socket.send(aShopFrame(5));
    expect(other.getState().news?.rev).toBe(5);
    other.close();
    expect(page.world.socket.said.at(-1)).toEqual({
      type: "unsubscribe",
      topic: "shop",
      restaurantId: "12",
      orderType: "pickup",
    });
    await page.world.pass(1_100);
    expect(page.world.held).toBe(0);
  });

  test("a line holds four; a fifth is polled, and has its place when one is left", async () => {
    const page = new ShopPage();
    page.world.onRequest = (request) => request.answer(200, anAvailability(3));
    page.world.socket.hello(10_000);
    const more = ["13", "14", "15", "16"].map((id) => page.live.watchShop(id, "pickup"));
    const asked = () => page.world.socket.said.filter(({ type }) => type === "subscribe").length;
    expect(asked()).toBe(4);
    page.world.socket.send(aShopFrame(9));
    await page.world.pass(7_000);
    expect(more.at(-1)?.getState()).toMatchObject({ mode: "polling", news: { rev: 3 } });
    page.shop.close();
    await page.world.pass(31_000);
    expect(asked()).toBe(5);
    expect(page.world.socket.subscription).toMatchObject({ restaurantId: "16" });
  });

  test("the server's own bound is as good as ours", async () => {
    const page = new ShopPage();
    page.world.onRequest = (request) => request.answer(200, anAvailability(3));
    page.bringUp();
    page.world.socket.send({
      type: "error",
      code: "live/too-many-shops",
      message: "",
      restaurantId: "12",
      orderType: "pickup",
    });
    await page.world.pass(7_000);
    expect(page.state).toMatchObject({ mode: "polling", news: { rev: 3 } });
  });

  test("what is no restaurant is asked for no more", async () => {
    const page = new ShopPage();
    page.bringUp();
    page.world.socket.send({
      type: "error",
      code: "shop/not-found",
      message: "",
      restaurantId: "12",
      orderType: "pickup",
    });
    expect(page.state).toMatchObject({ mode: "ended", problem: "not-found" });
    await page.world.pass(60_000);
    expect(page.world.requests).toEqual([]);
  });

  test("its errors are not the board's", async () => {
    const page = new ShopPage();
    page.world.onRequest = (request) => request.answer(200, { token: "t", expiresAt: at(1) });
    const board = page.live.watchBoard([]);
    page.world.socket.hello();
    await page.world.pass(1);
    page.world.socket.send({ type: "board", orders: [aRow("1")], removed: [] });
    const gone = { code: "shop/not-found", message: "", restaurantId: "12", orderType: "pickup" } as const;
    page.world.socket.send({ type: "error", ...gone });
    expect([board.getState().mode, page.state.problem]).toEqual(["live", "not-found"]);
  });
});

describe("without a line", () => {
  /** A page whose line does not come. */
  function alone(nextChangeAt: string) {
    const page = new ShopPage();
    page.world.onRequest = (request) =>
      request.answer(200, anAvailability(page.world.requests.length, { nextChangeAt }));
    return page;
  }

  test("it is polled every 300 s", async () => {
    const page = alone(at(60));
    await page.world.pass(10_000);
    expect(page.state).toMatchObject({ mode: "polling", news: { rev: 1, stock: null } });
    expect(page.world.request.path).toBe(AVAILABILITY);
    await page.world.pass(900_000);
    expect(page.world.requests).toHaveLength(4);
    expect(page.state.news?.rev).toBe(4);
  });

  // spec: RS-20
  test("and when it opens or closes next, by the server's clock", async () => {
    const page = alone(at(2));
    page.world.behindMs = 60_000;
    await page.world.pass(725_000);
    expect(page.world.requests.map(({ askedAt }) => Math.round(askedAt / 60_000))).toEqual([0, 2, 7, 12]);
  });

  test("a poll is over when the line is back; what it did not know, the line says", async () => {
    const page = alone(at(60));
    await page.world.pass(10_000);
    page.world.socket.close(1006);
    await page.world.pass(2_000);
    page.bringUp();
    page.world.socket.send(aShopFrame(1, { outOfStockIngredientIds: ["1301"] }));
    expect(page.state).toMatchObject({
      mode: "live",
      news: { stock: { outOfStockIngredientIds: ["1301"] } },
    });
    await page.world.pass(400_000);
    expect(page.world.requests).toHaveLength(1);
  });

  test("in the background nobody asks; who looks again is in a hurry", async () => {
    const page = alone(at(60));
    await page.world.pass(10_000);
    page.world.signal("hidden");
    await page.world.pass(900_000);
    expect(page.world.requests).toHaveLength(1);
    page.world.signal("visible");
    await page.world.pass(10_000);
    expect(page.world.requests).toHaveLength(2);
  });
});
