// @vitest-environment node
import { expect, test } from "vitest";
import { runMachine, stepBy } from "./machine";

test("one event at a time: what happens during its effects waits until they are all done", () => {
  const done: string[] = [];
  const step = stepBy<number, string, string, { now: number }>((turn, event) => {
    turn.state += 1;
    turn.effects.push(`${event} 1`, `${event} 2`);
  });
  const machine = runMachine({
    first: 0,
    step: (state: number, event: string) => step(state, event, { now: 0 }),
    run(effect) {
      done.push(effect);
      if (effect === "first 1") machine.send("second");
    },
    settled: (before, after) => done.push(`${before} to ${after}`),
  });
  machine.send("first");
  expect(done).toEqual(["first 1", "first 2", "0 to 1", "second 1", "second 2", "1 to 2"]);
  expect(machine.state()).toBe(2);
});

test("an effect that fails leaves the machine running", () => {
  const machine = runMachine({
    first: 0,
    step: (state: number, event: number) => ({ state: state + event, effects: [event] }),
    run(effect) {
      if (effect < 0) throw new Error("failed");
    },
  });
  expect(() => machine.send(-1)).toThrow("failed");
  machine.send(3);
  expect(machine.state()).toBe(2);
});
