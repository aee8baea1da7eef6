import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { productPictures } from "./pictures/plugin.ts";

export default defineConfig({
  plugins: [react(), productPictures()],
  test: {
    setupFiles: ["src/testing/setup.ts"],
    // Two cores are the smallest machine this is built on.
    maxWorkers: 2,
    testTimeout: 30_000,
    // To make a page takes longer than most tests of plain functions; those that need one say so in their first line.
    projects: [
      { extends: true, test: { name: "pages", include: ["src/**/*.test.tsx"], environment: "jsdom" } },
      { extends: true, test: { name: "plain", include: ["src/**/*.test.ts"], environment: "node" } },
    ],
  },
});
