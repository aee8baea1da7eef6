// @vitest-environment node
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createServerClock } from "./clock";
import { anOrderAt, EPOCH } from "../testing/orders";
import { Page } from "../testing/page";
import { World } from "../testing/world";

const MINUTE_MS = 60_000;
const ON_THE_WAY = anOrderAt([0, 4, 8]);

describe("the server's clock", () => {
  test.each([3 * MINUTE_MS, 0, -3 * MINUTE_MS])(
    "%i ms from the reader's is known from the hello",
    (behindMs) => {
      const page = new Page();
      page.world.behindMs = behindMs;
      page.bringUp(ON_THE_WAY);
      expect(page.state.clockOffset).toBe(behindMs);
    },
  );

  test("is known from the answers of polls where there is no line", async () => {
    const page = new Page();
    page.world.behindMs = 3 * MINUTE_MS;
    page.world.onSocket = (socket) => page.world.after(10, () => socket.close(1006));
    page.world.onRequest = (request) => request.answerOrder(ON_THE_WAY);
    page.world.socket.close(1006);
    await page.world.pass(40_000);
    expect(Math.abs(page.state.clockOffset - 3 * MINUTE_MS)).toBeLessThanOrEqual(1_000);
  });

  test("is followed when the reader's is put right", async () => {
    const page = new Page();
    page.world.behindMs = 3 * MINUTE_MS;
    page.bringUp(ON_THE_WAY);
    page.world.behindMs = 0;
    page.cutOff();
    page.world.onRequest = (request) => request.answerOrder(ON_THE_WAY);
    await page.world.pass(10_000);
    expect(Math.abs(page.state.clockOffset)).toBeLessThanOrEqual(1_000);
  });

  test("is the reader's own until something is known", () => {
    const { env } = new World();
    const clock = createServerClock(env);
    clock.receive("");
    expect(clock.offset()).toBe(0);
  });

  test("is never further off than the answers' way and a second, whatever the network does", async () => {
    const answers = fc.array(fc.tuple(fc.nat(5_000), fc.nat(5_000), fc.nat(40_000)), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: -1e7, max: 1e7 }), async (ways, truth) => {
        let now = EPOCH;
        const clock = createServerClock({ now: () => now });
        let nearest = Infinity;
        for (const [there, back, pause] of ways) {
          const { env } = new World();
          const listening = clock.listeningTo({
            ...env,
            fetch: async () => {
              now += there;
              const date = new Date(now + truth).toUTCString();
              now += back;
              return { status: 200, headers: { get: () => date }, json: async () => null };
            },
          });
          await listening.fetch("/", { headers: {}, signal: new AbortController().signal });
          nearest = Math.min(nearest, there + back + 1_000);
          expect(Math.abs(clock.offset() - truth)).toBeLessThanOrEqual(nearest);
          now += pause;
        }
      }),
    );
  });
});
