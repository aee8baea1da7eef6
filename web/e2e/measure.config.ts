import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Not tests: how smoothly the maps move and how true they are, and how the shop's pages load, as tables and in `measure/results.json`. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["measure/*.ts"],
    exclude: ["measure/harness/**"],
    fileParallelism: false,
    testTimeout: 300_000,
  },
});
