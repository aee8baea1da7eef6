/** Two nodes on one PostgreSQL and one Redis, as they stand behind a load balancer. */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { theBrowser } from "./browser";
import { Kitchen } from "./kitchen";
import { Server } from "./server";
import { useVisitors, type Visitors } from "./world";

const { TEST_POSTGRES_URL, TEST_REDIS_URL, REQUIRE_SERVICES } = process.env;
/** PostgreSQL's own client, which makes and drops the database. */
const PSQL = process.env["PSQL"] || "psql";

/** Whether there are services for nodes to stand on; says so where there are none, and fails where they are required. */
export function haveServices(): boolean {
  const lack = lacking();
  if (!lack) return true;
  if (REQUIRE_SERVICES === "1") throw new Error(`REQUIRE_SERVICES=1, but ${lack}`);
  process.stderr.write(`SKIPPED: ${lack}, so nothing is proved of two nodes\n`);
  return false;
}

function lacking(): string | null {
  if (!TEST_POSTGRES_URL || !TEST_REDIS_URL) return "TEST_POSTGRES_URL and TEST_REDIS_URL are not both set";
  return spawnSync(PSQL, ["--version"]).status === 0 ? null : "there is no psql";
}

/** Two nodes, and people whose pages reach the first of them that lives. */
export interface Nodes extends Visitors {
  readonly nodes: readonly [Server, Server];
  /** A kitchen at each of them. */
  readonly kitchens: readonly [Kitchen, Kitchen];
}

/** Starts two nodes on a database of their own for this file's tests; both may be killed and started again. */
export function useNodes(): Nodes {
  let pair: Pair;

  beforeAll(() =>
    Promise.all([Pair.start(), theBrowser()]).then(([started]) => {
      pair = started;
    }),
  );
  const visitors = useVisitors(() => pair.nodes.map(({ address }) => address));
  afterAll(async () => {
    await pair?.stop();
  });

  return {
    ...visitors,
    get nodes() {
      return pair.nodes;
    },
    get kitchens(): [Kitchen, Kitchen] {
      return [new Kitchen(pair.nodes[0]), new Kitchen(pair.nodes[1])];
    },
  };
}

class Pair {
  private constructor(
    private readonly database: string,
    readonly nodes: readonly [Server, Server],
  ) {}

  static async start(): Promise<Pair> {
    const database = `ovelle_e2e_${process.pid}_${Date.now()}`;
    await ask(`CREATE DATABASE ${database}`);
    const url = new URL(TEST_POSTGRES_URL ?? "");
    url.pathname = `/${database}`;
    const settings = {
      DATABASE_URL: url.href,
      REDIS_URL: TEST_REDIS_URL ?? "",
      OVELLE_SECRET: "v1:the secret of all the browser's tests",
    };
    // One after the other: the first makes the tables.
    const first = await Server.start({ settings });
    return new Pair(database, [first, await Server.start({ settings })]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    await ask(`DROP DATABASE IF EXISTS ${this.database} WITH (FORCE)`);
  }
}

/** Has the tests' PostgreSQL do something, by its own client. */
async function ask(sql: string): Promise<void> {
  await promisify(execFile)(PSQL, [TEST_POSTGRES_URL ?? "", "-qc", sql]);
}
