/** Answers of the real server as the tests of the pages import them: `src/testing/fixtures`, held to the document by their types. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const FOLDER = join(import.meta.dirname, "../../src/testing/fixtures");
/** Set: what the server answers now is written down anew. */
const RECORDS = process.env["OVELLE_RECORD"] === "1";

/** An answer by the name of its file, with its type in `src/api/wire.ts` or another module beside it. */
export interface Kept {
  name: string;
  type: string;
  /** Where the type stands, from `src` on. */
  module?: string;
}

/** Holds an answer against the one that is kept: both have the same fields, kinds of values and words. */
export function expectKept({ name, type, module = "api/wire" }: Kept, answer: unknown): void {
  const file = join(FOLDER, `${name}.gen.ts`);
  if (RECORDS || (!existsSync(file) && !process.env["CI"]))
    writeFileSync(file, written(type, module, answer));
  expect(shapeOf(answer)).toEqual(shapeOf(readBack(file)));
}

function written(type: string, module: string, answer: unknown): string {
  const isList = type.endsWith("[]");
  return [
    "/** What the server answered. `OVELLE_RECORD=1 npm run e2e -- answers` writes it anew. */",
    `import type { ${isList ? type.slice(0, -2) : type} } from "../../${module}";`,
    "",
    `export const answer: ${type} = ${JSON.stringify(answer, null, 2)};`,
    "",
  ].join("\n");
}

function readBack(file: string): unknown {
  const [, json = ""] = readFileSync(file, "utf8").split(/^export const answer: \S+ = /m);
  return JSON.parse(json.replace(/;\s*$/, ""));
}

/** What of an answer is the same whenever it is asked for: fields, kinds of values, and words without a number in them. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([name, part]) => [name, shapeOf(part)] as const);
    return Object.fromEntries(entries);
  }
  if (typeof value !== "string") return value === null ? null : typeof value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return "a moment";
  return /\d/.test(value) ? "words with a number" : value;
}
