// @vitest-environment node
import { expect, test } from "vitest";
import { BoardChaos, type BoardTally } from "../../testing/boardChaos";

const RUNS = Number(process.env["OVELLE_MODEL_RUNS"] ?? 1_000);
const FIRST_SEED = Number(process.env["OVELLE_MODEL_SEED"] ?? 1);

test(
  "whatever the network and the tab do, the board comes to show what is true, and never what was not",
  async () => {
    const sum: BoardTally = { frames: 0, polls: 0, cuts: 0, tokens: 0, cars: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const chaos = new BoardChaos(seed);
      try {
        await chaos.run();
      } catch (error) {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
      for (const key of Object.keys(sum) as (keyof BoardTally)[]) sum[key] += chaos.tally[key];
    }
    // A run in which nothing happened proves nothing.
    for (const count of Object.values(sum)) expect(count).toBeGreaterThan(RUNS / 4);
  },
  120_000 + RUNS * 50,
);
