import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { productPictures } from "./pictures/plugin.ts";

export default defineConfig({
  plugins: [react(), productPictures()],
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "jsdom",
    setupFiles: ["src/testing/setup.ts"],
    // Two cores are the smallest machine this is built on.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
