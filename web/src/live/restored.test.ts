// @vitest-environment node
import { describe, expect, test } from "vitest";
import { anOrderAt, aSnapshot, aStatus } from "./testing/orders";
import { Page } from "./testing/page";

describe("a server restored from a backup", () => {
  test("answers a since that it does not know with a snapshot, and that is the truth", () => {
    const page = new Page();
    page.bringUp(anOrderAt([0, 1, 2, 3]));
    page.world.chance.next = () => 0;
    page.world.socket.close(1006);
    return page.world.pass(0).then(() => {
      expect(page.world.sockets).toHaveLength(2);
      page.world.socket.hello();
      expect(page.world.socket.subscription).toMatchObject({ since: 3 });
      page.world.socket.send({ type: "subscribed", topic: "order", orderId: "10234", seq: 1 });
      page.world.socket.send(aSnapshot(anOrderAt([0, 13])));
      expect(page.state.order).toMatchObject({ seq: 1, orderInfo: { status: 13 } });
      page.world.socket.send(aStatus(2, 4));
      expect(page.state.order?.seq).toBe(2);
    });
  });

  test("that lost an estimate alone gives itself away by its rev, and a poll makes sure", async () => {
    const page = await toldAnOlderEstimate();
    expect([page.state.order?.rev, page.world.requests.length]).toEqual([9, 1]);
    page.world.request.answerOrder(anOrderAt([0, 1], { rev: 7 }));
    await page.world.pass(20_000);
    expect([page.sign, page.state.order?.rev, page.world.requests.length]).toEqual(["live", 7, 1]);
  });

  test("is not suspected for a node that is a moment behind", async () => {
    const page = await toldAnOlderEstimate();
    page.world.request.answerOrder(anOrderAt([0, 1], { rev: 9 }));
    await page.world.pass(1);
    page.world.socket.send(aStatus(2, 2, { rev: 10 }));
    expect(page.state.order).toMatchObject({ seq: 2, rev: 10 });
  });

  test("is believed once: what was under way from before the new beginning is dropped", async () => {
    const page = new Page();
    page.bringUp(anOrderAt([0, 1, 2, 3, 4]));
    page.cutOff();
    await page.world.pass(6_000);
    const late = page.world.request;
    page.world.onSocket = () => undefined;
    await page.world.pass(4_000);
    page.world.socket.hello();
    page.world.socket.send({ type: "subscribed", topic: "order", orderId: "10234", seq: 1 });
    page.world.socket.send(aSnapshot(anOrderAt([0, 1])), aStatus(2, 2), aStatus(3, 3));
    late.answerOrder(anOrderAt([0, 1]));
    await page.world.pass(1);
    expect(page.state.order?.seq).toBe(3);
  });

  test("may be found out by the poll first; the snapshot of the same time is then old", async () => {
    const page = new Page();
    page.bringUp(anOrderAt([0, 1, 2, 3, 4]));
    page.cutOff();
    page.world.onSocket = () => undefined;
    await page.world.pass(4_000);
    page.world.socket.hello();
    await page.world.pass(2_000);
    page.world.request.answerOrder(anOrderAt([0, 1]));
    await page.world.pass(1_000);
    page.world.signal("focus");
    page.world.request.answerOrder(anOrderAt([0, 1, 2]));
    await page.world.pass(1);
    page.world.socket.send({ type: "subscribed", topic: "order", orderId: "10234", seq: 1 });
    page.world.socket.send(aSnapshot(anOrderAt([0, 1])));
    expect(page.state.order?.seq).toBe(2);
  });

  test("is believed by polling too; an answer that was only overtaken is not", async () => {
    const page = new Page();
    page.bringUp(anOrderAt([0, 1, 2]));
    page.cutOff();
    await page.world.pass(6_000);
    page.world.request.answerOrder(anOrderAt([0, 3]));
    await page.world.pass(1);
    expect(page.state.order).toMatchObject({ seq: 1, orderInfo: { status: 3 } });
  });
});

/** A page that knew rev 9, and whose line comes back with an estimate of rev 7. */
async function toldAnOlderEstimate(): Promise<Page> {
  const page = new Page();
  page.bringUp(anOrderAt([0, 1], { rev: 9 }));
  page.world.socket.close(1006);
  await page.world.pass(600);
  page.world.socket.hello();
  page.world.socket.send({ type: "subscribed", topic: "order", orderId: "10234", seq: 1 });
  page.world.socket.send({ type: "estimate", orderId: "10234", rev: 7, estimate: null, stopsBefore: null });
  return page;
}
