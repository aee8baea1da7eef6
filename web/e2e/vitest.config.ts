import { defineConfig } from "vitest/config";

/** The pages in a real browser, against the real server. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["**/*.test.ts"],
    // Two cores are the smallest machine this is built on, and a browser and a server run beside each file.
    maxWorkers: 2,
    testTimeout: 60_000,
    // A busy machine may take its time; what is awaited is waited for.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    hookTimeout: 120_000,
  },
});
