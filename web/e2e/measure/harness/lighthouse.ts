/**
 * Lighthouse as its makers publish it, as a phone on slow 4G. It is fetched when it is first wanted, by its version: it is
 * larger than all that the pages are built and tested with.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CHROMIUM } from "../../harness/browser";

const LIGHTHOUSE = "lighthouse@12.8.2";
const FLAGS =
  "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update";
const CATEGORIES = "performance,accessibility,best-practices,seo";
const LARGEST_REPORT = 64 * 1024 * 1024;

/** What came of loading a page once. */
export interface Load {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockedMs: number;
  speedIndexMs: number;
  shift: number;
  /** Scripts as they came over the wire, in KB: those that the first HTML names, and all others. */
  scriptFirstKb: number;
  scriptLaterKb: number;
  scripts: number;
  /** How fast the machine was just then: a phone of today has some 500 to 1,000, a desktop over 1,500. */
  benchmarkIndex: number;
}

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<
    string,
    { score: number | null; numericValue?: number; details?: { items?: NetworkRequest[] } }
  >;
  environment: { benchmarkIndex: number };
  runtimeError?: { message: string };
}

interface NetworkRequest {
  url: string;
  resourceType: string;
  /** In bytes, with headers. */
  transferSize: number;
}

/** A load, and what Lighthouse found that is less than perfect. */
export interface Loaded {
  load: Load;
  faults: string[];
}

/** Loads a page once, in a browser of its own. */
export async function loadOnce(url: string): Promise<Loaded> {
  const named = await scriptsNamedBy(url);
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      url,
      "--quiet",
      "--output=json",
      "--no-enable-error-reporting",
      `--only-categories=${CATEGORIES}`,
      `--chrome-flags=${FLAGS}`,
    ],
    { env: { ...process.env, CHROME_PATH: CHROMIUM }, maxBuffer: LARGEST_REPORT },
  );
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return { load: loadOf(report, named), faults: faultsOf(report) };
}

function loadOf({ categories, audits, environment }: Report, named: ReadonlySet<string>): Load {
  const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const scripts = (audits["network-requests"]?.details?.items ?? []).filter(
    ({ resourceType }) => resourceType === "Script",
  );
  const kb = (isWanted: (path: string) => boolean) =>
    scripts
      .filter(({ url }) => isWanted(new URL(url).pathname))
      .reduce((sum, { transferSize }) => sum + transferSize / 1_000, 0);
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    firstPaintMs: value("first-contentful-paint"),
    largestPaintMs: value("largest-contentful-paint"),
    blockedMs: value("total-blocking-time"),
    speedIndexMs: value("speed-index"),
    shift: value("cumulative-layout-shift"),
    scriptFirstKb: kb((path) => named.has(path)),
    scriptLaterKb: kb((path) => !named.has(path)),
    scripts: scripts.length,
    benchmarkIndex: environment.benchmarkIndex,
  };
}

/** Audits that fail outright; those of speed are told by the figures. */
function faultsOf({ categories, audits }: Report): string[] {
  const judged = Object.entries(categories).filter(([name]) => name !== "performance");
  if (judged.every(([, { score }]) => score === 1)) return [];
  return Object.entries(audits).flatMap(([name, { score, numericValue }]) =>
    score === 0 && numericValue === undefined ? [name] : [],
  );
}

/** Paths of the scripts that the first HTML names: the page asks for them before anything of it runs. */
async function scriptsNamedBy(url: string): Promise<Set<string>> {
  const html = await (await fetch(url)).text();
  const scripts = html.matchAll(/<(?:link rel="modulepreload"|script)[^>]* (?:href|src)="([^"]+)"/g);
  return new Set([...scripts].map(([, path = ""]) => path));
}
