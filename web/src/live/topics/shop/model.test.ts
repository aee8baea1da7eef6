// @vitest-environment node
import { expect, test } from "vitest";
import { ShopChaos, type ShopTally } from "../../testing/shopChaos";

const RUNS = Number(process.env["OVELLE_MODEL_RUNS"] ?? 1_000);
const FIRST_SEED = Number(process.env["OVELLE_MODEL_SEED"] ?? 1);

test(
  "whatever the network and the tab do, a restaurant's news come to be true, and never go back",
  async () => {
    const sum: ShopTally = { frames: 0, polls: 0, cuts: 0, changes: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const chaos = new ShopChaos(seed);
      try {
        await chaos.run();
      } catch (error) {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
      for (const key of Object.keys(sum) as (keyof ShopTally)[]) sum[key] += chaos.tally[key];
    }
    // A run in which nothing happened proves nothing.
    for (const count of Object.values(sum)) expect(count).toBeGreaterThan(RUNS / 4);
  },
  120_000 + RUNS * 50,
);
