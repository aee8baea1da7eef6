// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { ServerFrame } from "../../api/wire";
import { createConnection } from "./connection";
import { World } from "../testing/world";

/** A connection that is wanted, and what it told. */
function connect() {
  const world = new World();
  const told: string[] = [];
  const connection = createConnection(world.env, {
    up: () => told.push("up"),
    frame: (frame: ServerFrame) => told.push(frame.type),
    down: (silent) => told.push(silent ? "silent" : "down"),
  });
  connection.want(true);
  return { world, told, connection };
}

test("a line lives from its hello on, not from its opening", async () => {
  const { world, told, connection } = connect();
  await world.pass(4_999);
  expect([connection.isUp(), told]).toEqual([false, []]);
  await world.pass(1);
  expect([world.sockets[0]?.closedByClient, told]).toEqual([true, ["down"]]);
});

test("every frame is a heartbeat; what is none, or unknown, does no harm", async () => {
  const { world, told, connection } = connect();
  world.socket.hello(10);
  for (const _ of [1, 2, 3]) {
    await world.pass(19_000);
    world.socket.sendText('{"type":"news from the future"}');
    world.socket.sendText("no frame");
    world.socket.sendText("null");
  }
  expect(connection.isUp()).toBe(true);
  await world.pass(20_000);
  expect(told.at(-1)).toBe("silent");
});

describe("coming back", () => {
  /** When lines were opened, seconds of the world, while each is refused at once. */
  async function triesIn(ms: number, prepare: (world: World) => void) {
    const { world } = connect();
    prepare(world);
    world.onSocket = (socket) => world.after(0, () => socket.close(1006));
    world.socket.close(1006);
    await world.pass(ms);
    return world.sockets.map(({ openedAt }) => openedAt / 1_000);
  }

  test("takes ever longer, up to 20 s", async () => {
    const tries = await triesIn(60_000, (world) => {
      world.chance.next = () => 1;
    });
    expect(tries).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 51.5]);
  });

  test("begins anew after a line that held for 30 s, not after a shorter one", async () => {
    for (const [heldMs, waitMs] of [
      [30_000, 500],
      [29_000, 2_000],
    ] as const) {
      const { world } = connect();
      world.chance.next = () => 1;
      world.socket.close(1006);
      await world.pass(500);
      world.socket.hello(3_600);
      await world.pass(heldMs);
      world.socket.close(1006);
      await world.pass(waitMs - 1);
      // One try failed before it; a line that did not hold counts as the second.
      expect(world.sockets).toHaveLength(heldMs === 30_000 ? 2 : 3);
      await world.pass(1);
      expect(world.sockets).toHaveLength(3);
    }
  });

  test("happens at once when the tab or the network wakes, but not in bursts", async () => {
    const { world, connection } = connect();
    world.chance.next = () => 1;
    world.onSocket = (socket) => world.after(0, () => socket.close(1006));
    world.socket.close(1006);
    await world.pass(16_000);
    const before = world.sockets.length;
    connection.wake();
    await world.pass(1);
    connection.wake();
    connection.wake();
    await world.pass(500);
    expect(world.sockets).toHaveLength(before + 1);
  });

  test("waits as long as the server asked, whoever wakes", async () => {
    const { world, connection } = connect();
    world.chance.next = () => 0;
    world.socket.close(4429);
    connection.wake();
    await world.pass(9_999);
    connection.wake();
    expect(world.sockets).toHaveLength(1);
    await world.pass(1);
    expect(world.sockets).toHaveLength(2);
  });

  test("does not happen after 1008, unless the person asks", async () => {
    const { world, connection } = connect();
    world.socket.close(1008);
    connection.wake();
    await world.pass(600_000);
    expect(world.sockets).toHaveLength(1);
    connection.retry();
    expect(world.sockets).toHaveLength(2);
  });

  test("a browser that refuses to open a socket is a line that failed", async () => {
    const { world, told } = connect();
    world.env.openSocket = () => {
      throw new Error("refused");
    };
    world.socket.close(1006);
    await world.pass(10_000);
    expect(told.filter((what) => what === "down").length).toBeGreaterThan(3);
  });
});
