// @vitest-environment jsdom
import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { refusal, serve } from "../../../api/testing/server";
import type { Identity } from "../../../api/wire";
import { captchaToken } from "./captchaToken";
import { solve } from "./proof";
import { digestsOf } from "../../../lib/sha256";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hex = (digest: Int32Array) =>
  [...digest].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 256, 300])(
  "texts that begin with %d letters are digested as everywhere",
  (length) => {
    const prefix = "ab7".repeat(length).slice(0, length);
    const digest = digestsOf(prefix);
    for (const end of ["", "0", "17", "4294967296", "9".repeat(56)]) {
      expect(hex(digest(end))).toBe(sha256(prefix + end));
    }
  },
);

test("the number that is found gives the zeros that are asked for", async () => {
  const token = await solve("c0ffee".repeat(43), 13, new AbortController().signal);
  expect(token).toMatch(/^(c0ffee)+\.\d+$/);
  expect(sha256(token ?? "")).toMatch(/^000[0-7]/);
});

test("work that is called off ends", async () => {
  expect(await solve("c0ffee", 255, AbortSignal.abort())).toBeNull();
});

const CAPTCHA = "POST /api/users/captcha";
const identity = (provider: string) =>
  ({ captcha: { provider, siteKey: "", minTokenLength: 250 } }) as Identity;
const challenge = { status: 200, body: { challenge: "a".repeat(256), difficulty: 4 } };

/** A clock that is turned on while a promise is awaited. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  void promise.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  return promise;
}

test("a token of the embedded one is asked for up to three times, a second apart, and is long", async () => {
  vi.useFakeTimers();
  const short = { status: 200, body: { challenge: "a", difficulty: 0 } };
  const asked = serve({ [CAPTCHA]: [{ status: 503 }, short, challenge] });
  const token = await settled(captchaToken(identity("embedded"), "login"));
  expect(token).toMatch(/^a{256}\.\d+$/);
  expect(asked.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => ({ action: "login" })));
});

test("where none of the embedded one comes, that is said after three tries", async () => {
  vi.useFakeTimers();
  const asked = serve({ [CAPTCHA]: { status: 503 } });
  await expect(settled(captchaToken(identity("embedded"), "login"))).rejects.toMatchObject({
    code: "captcha/failed",
  });
  expect(asked).toHaveLength(3);
});

test("who asks for too many is told so at once", async () => {
  const asked = serve({ [CAPTCHA]: refusal(429, "request/too-many", "Liian monta.") });
  await expect(captchaToken(identity("embedded"), "register")).rejects.toMatchObject({ isTooMany: true });
  expect(asked).toHaveLength(1);
});
