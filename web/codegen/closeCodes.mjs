// Writes the table of close codes from the server's document, so that server and client share one.
import { readFileSync, writeFileSync } from "node:fs";

const api = new URL("../src/api/", import.meta.url);
const document = JSON.parse(readFileSync(new URL("openapi.json", api), "utf8"));
const rows = document["x-close-codes"].map((row) => `  ${JSON.stringify(row)},`).join("\n");
writeFileSync(
  new URL("closeCodes.gen.ts", api),
  `// Generated from openapi.json by \`npm run gen\`; not to be edited.
import type { components } from "./schema";

/** Why the server closes a line, and what its client is to do. */
export const closeRows: readonly components["schemas"]["CloseRow"][] = [
${rows}
];
`,
);
