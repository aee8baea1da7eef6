// @vitest-environment node
import { type Arbitrary, array, assert, boolean, constant, nat, oneof, property, record } from "fast-check";
import { expect, test } from "vitest";
import { CartWorld, type Step } from "./testing/world";

const RUNS = Number(process.env["OVELLE_MODEL_RUNS"] ?? 1_000);
const SEED = Number(process.env["OVELLE_MODEL_SEED"] ?? 17);

const tab = nat(2);
const step: Arbitrary<Step> = oneof(
  { weight: 4, arbitrary: record({ what: constant("add" as const), tab, product: nat(3) }) },
  { weight: 2, arbitrary: record({ what: constant("decrease" as const), tab, product: nat(3) }) },
  { weight: 1, arbitrary: record({ what: constant("contact" as const), tab }) },
  // What was asked of the world happens in any order.
  { weight: 12, arbitrary: record({ what: constant("happen" as const), which: nat() }) },
  { weight: 1, arbitrary: record({ what: constant("network" as const), isUp: boolean() }) },
  { weight: 1, arbitrary: record({ what: constant("refuse" as const) }) },
  { weight: 1, arbitrary: record({ what: constant("reopen" as const), tab }) },
);

// spec: CA-18, CA-27, CA-28, CA-30
test(`${RUNS} courses of three tabs: no action is lost, none is done twice, and the tabs agree`, () => {
  const tally = { done: 0, refused: 0, again: 0, unpriced: 0 };
  const tells = property(array(step, { minLength: 10, maxLength: 80 }), (steps) => {
    const world = new CartWorld();
    for (const one of steps) world.do(one);
    world.comeToRest();
    world.check();
    for (const key of Object.keys(tally) as (keyof typeof tally)[]) tally[key] += world.tally[key];
  });
  assert(tells, { numRuns: RUNS, seed: SEED });
  // A run in which nothing happened proves nothing.
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(RUNS / 20);
}, 120_000);
