/** Draws a spin once more, as the server did (docs/spec/people.md, "A draw that anyone can verify"). */
import type { DrawEntry, SpinAnswer } from "../../../api/loyalty";

/** All that a draw depends on. */
export type Draw = Pick<SpinAnswer, "serverSeed" | "clientSeed" | "nonce" | "table">;

/** What a draw brings. */
export interface Drawn {
  segment: number;
  type: string;
  angle: number;
}

/** What can be said of a spin afterwards. */
export interface Checks {
  /** The seal that stood there before is that of this spin. */
  isSealed: boolean;
  /** The seed is the one that was sealed. */
  isSeed: boolean;
  /** Chance of this browser's had its part in it. */
  isOurs: boolean;
  /** The same numbers bring the same prize. */
  isDrawn: boolean;
}

/** What a browser knew before it asked for a spin. */
export interface Before {
  commitment: string;
  clientSeed: string;
}

/** Degrees of a segment; a prize never lies nearer to its edge than {@link EDGE}. */
export const SEGMENT = 45;
const EDGE = 5;
/** Degrees between the edges, the first and the last counted. */
const BETWEEN = 36;

/** Whether this page may reckon: browsers let those on https alone. */
export function canVerify(): boolean {
  return typeof globalThis.crypto?.subtle?.digest === "function";
}

/** The seal of a seed: its SHA-256, in hexadecimal digits. */
export async function commitmentOf(serverSeed: string): Promise<string> {
  return hexOf(await crypto.subtle.digest("SHA-256", bytesOf(serverSeed)));
}

/** Draws; `null` where the table has nothing to draw from. */
export async function draw({ serverSeed, clientSeed, nonce, table }: Draw): Promise<Drawn | null> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(serverSeed), algorithm, false, ["sign"]);
  const message = new TextEncoder().encode(`${clientSeed}:${nonce}`);
  const code = new DataView(await crypto.subtle.sign("HMAC", key, message));
  const all = table.reduce((sum, { weight }) => sum + weight, 0);
  const number = Number((code.getBigUint64(0) * BigInt(all)) >> 64n);
  const entry = entryAt(table, number);
  if (!entry) return null;
  const angle = SEGMENT * entry.segment + EDGE + ((code.getUint16(8) * BETWEEN) >> 16);
  return { segment: entry.segment, type: entry.type, angle };
}

/** The entry in whose weight a number lies. */
function entryAt(table: readonly DrawEntry[], number: number): DrawEntry | null {
  let until = 0;
  for (const entry of table) {
    until += entry.weight;
    if (number < until) return entry;
  }
  return null;
}

/** Checks a spin against what was known before it. */
export async function check(spin: SpinAnswer, before: Before): Promise<Checks> {
  const [seal, drawn] = await Promise.all([commitmentOf(spin.serverSeed), draw(spin)]);
  return {
    isSealed: spin.commitment === before.commitment,
    isSeed: seal === spin.commitment,
    isOurs: spin.clientSeed === before.clientSeed,
    isDrawn: drawn !== null && drawn.type === spin.type && drawn.angle === spin.angle,
  };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
