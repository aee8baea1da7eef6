/** Figures of several runs, and how they are told. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Of the column of names. */
const WIDTH = 32;
const RESULTS = join(import.meta.dirname, "../results.json");

/** A value that so large a share of the values does not exceed; `NaN` of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Tells the figures of all runs, with the least, the middle and the largest one of each, and keeps them. */
export async function tell<Figures extends object>(what: string, runs: readonly Figures[]): Promise<void> {
  const names = Object.keys(runs[0] ?? {}) as (keyof Figures & string)[];
  const lines = names.map((name) => {
    const values = runs.map((run) => run[name] as number);
    const shown = [...values, quantile(values, 0), quantile(values, 0.5), Math.max(...values)].map((value) =>
      value.toFixed(value < 1 ? 3 : 2).padStart(9),
    );
    return `  ${name.padEnd(WIDTH)}${shown.join("")}`;
  });
  const heads = [...runs.map((_, at) => `run ${at + 1}`), "least", "middle", "largest"].map((head) =>
    head.padStart(9),
  );
  process.stdout.write(`\n${what}\n  ${"".padEnd(WIDTH)}${heads.join("")}\n${lines.join("\n")}\n`);
  const known = await readFile(RESULTS, "utf8").catch(() => "{}");
  const results = { ...(JSON.parse(known) as object), [what]: runs };
  await mkdir(join(RESULTS, ".."), { recursive: true });
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
