/** From which advertisement somebody came, and what was tried with them: kept by leave, and sent with the order (docs/spec/people.md, "Attribution"). */
import { readText, writeText } from "../lib/textStorage";
import { consent, type Consent, onConsent } from "./consent";
import { seenVariants } from "./variants";

const NAME = "ovelle.attribution";
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** What an address may bring along. */
const TAKEN = /^(utm_[a-z_]{1,20}|gclid|fbclid|msclkid)$/;
const MOST = 12;
/** The longest value, in characters. */
const LONGEST = 300;
/** The most that goes with an order, in bytes of JSON. */
const MOST_BYTES = 4096;

interface Landing {
  /** When somebody landed, epoch ms. */
  at: number;
  values: Readonly<Record<string, string>>;
}

/** What goes with an order. */
export interface AnalyticsData {
  consent: Pick<Consent, "version" | "at"> & { marketing: true };
  [name: string]: unknown;
}

/** The landing of this visit: not kept before somebody has agreed. */
let landing: Landing | null = null;

onConsent(keepLanding);

/** Reads the address that somebody came by. */
export function readLanding(search: string): void {
  const found = [...new URLSearchParams(search)].filter(
    ([name, value]) => TAKEN.test(name) && value !== "" && value.length <= LONGEST,
  );
  if (found.length === 0) return;
  landing = { at: Date.now(), values: Object.fromEntries(found.slice(0, MOST)) };
  keepLanding();
}

/** What an order takes along; nothing without leave, after thirty days, or where it is too much. */
export function analyticsData(): AnalyticsData | null {
  const given = consent();
  if (given?.marketing !== true) return null;
  const kept = keptLanding() ?? landing;
  const values = kept === null || isOld(kept) ? {} : kept.values;
  const experiments = seenVariants();
  const isTried = Object.keys(experiments).length > 0;
  if (Object.keys(values).length === 0 && !isTried) return null;
  const data: AnalyticsData = {
    ...values,
    ...(isTried && { experiments }),
    consent: { version: given.version, at: given.at, marketing: true },
  };
  return new TextEncoder().encode(JSON.stringify(data)).length > MOST_BYTES ? null : data;
}

function keepLanding(): void {
  if (landing !== null && consent()?.marketing === true) writeText(NAME, JSON.stringify(landing));
}

function isOld({ at }: Landing): boolean {
  return Date.now() - at > KEPT_MS;
}

function keptLanding(): Landing | null {
  try {
    const value: unknown = JSON.parse(readText(NAME) ?? "null");
    return isLanding(value) ? value : null;
  } catch {
    return null;
  }
}

function isLanding(value: unknown): value is Landing {
  if (typeof value !== "object" || value === null) return false;
  const { at, values } = value as Partial<Record<keyof Landing, unknown>>;
  if (typeof at !== "number" || typeof values !== "object" || values === null) return false;
  return Object.entries(values).every(([name, text]) => TAKEN.test(name) && typeof text === "string");
}
