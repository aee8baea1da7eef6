/** The authenticator on a staff member's telephone. */
import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { SECOND_FACTOR } from "../../src/features/workplace/texts";

const STEP_SECONDS = 30;

/** The code that an authenticator shows, so many steps from now (RFC 6238). */
export function totpCode(secret: string, ahead = 0): string {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes =
    bits
      .join("")
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + ahead));
  const mac = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The secret that the page shows while it is set up. */
export async function secretOn(page: Page): Promise<string> {
  const uri = await page.getByRole("link", { name: SECOND_FACTOR.open }).getAttribute("href");
  return new URL(uri ?? "").searchParams.get("secret") ?? "";
}
