import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Not tests: every state of the pages as pictures to look at, in `screens/`, and README's pictures. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["**/screens.ts", "pictures.ts"], testTimeout: 90_000 },
});
