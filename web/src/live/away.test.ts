// @vitest-environment node
import { describe, expect, test } from "vitest";
import { chanceFrom } from "./testing/chance";
import { anOrder, anOrderAt, EPOCH } from "./testing/orders";
import { Page } from "./testing/page";

describe("a server that is started again", () => {
  // The line is up for long enough before it that the back-off begins anew.
  test.each([2, 7, 20, 45, 120, 500])(
    "after %i s has its watchers back within five seconds",
    async (seconds) => {
      for (let seed = 1; seed <= 25; seed += 1) {
        const page = new Page("10234", chanceFrom(seed));
        page.bringUp(anOrder());
        page.world.onSocket = (socket) => page.world.after(3, () => socket.close(1006));
        page.world.onRequest = (request) => request.fail();
        page.world.socket.close(seed % 2 === 0 ? 1006 : 1012);
        await page.world.pass(seconds * 1_000);
        const triesWhileAway = page.world.sockets.length;
        page.world.onSocket = () => page.world.after(20, () => page.bringUp(anOrderAt([0, 1])));
        page.world.onKnock = (request) => request.answer(200, { degraded: [] });
        await page.world.pass(5_000);
        expect([page.sign, page.state.order?.seq], `seed ${seed}`).toEqual(["live", 1]);
        expect(triesWhileAway, `seed ${seed}`).toBeLessThan(12 + seconds / 5);
        page.watch.close();
        await page.world.pass(10_000);
        expect(page.world.held).toBe(0);
      }
    },
  );
});

describe("a network that the browser knows to be gone", () => {
  test("is said at once, with what is known, and as no error of anybody's", async () => {
    const page = new Page();
    page.bringUp(anOrder());
    await page.world.pass(3_000);
    page.world.onSocket = (socket) => page.world.after(1, () => socket.close(1006));
    page.world.onRequest = (request) => request.fail();
    page.world.signal("offline");
    expect(page.state).toMatchObject({ mode: "offline", problem: null, trueAt: EPOCH + 3_000 });
    await page.world.pass(120_000);
    expect(page.sign).toBe("offline");
    expect(page.world.requests.length).toBeLessThanOrEqual(2);
    page.world.onSocket = () => page.world.after(20, () => page.bringUp(anOrderAt([0, 1])));
    page.world.signal("online");
    await page.world.pass(1_100);
    expect([page.sign, page.state.order?.seq]).toEqual(["live", 1]);
  });

  test("was not, where something comes all the same: by the line, or by a poll", async () => {
    const page = new Page();
    page.bringUp(anOrder());
    page.world.signal("offline");
    expect([page.sign, page.world.socket.said.at(-1)]).toEqual(["offline", { type: "ping" }]);
    page.world.socket.send({ type: "pong" });
    expect(page.sign).toBe("live");
    page.cutOff();
    page.world.onRequest = (request) => request.answerOrder(anOrder());
    page.world.signal("offline");
    expect(page.sign).toBe("offline");
    await page.world.pass(6_100);
    expect(page.sign).toBe("polling");
  });
});

test("a server that answers nothing is not called an error of the order's", async () => {
  const page = new Page();
  page.bringUp(anOrder());
  page.cutOff();
  page.world.onRequest = (request) => request.fail();
  await page.world.pass(20_000);
  expect([page.sign, page.world.requests.length]).toEqual(["offline, unreachable", 4]);
});
