// @vitest-environment jsdom
/** reCAPTCHA, with a script that does what Google's does: what is loaded, and what is asked of it. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Identity } from "../../../api/wire";
import type { CaptchaAction, captchaToken as tokenOf } from "./captchaToken";

const SITE = { captcha: { provider: "recaptcha", siteKey: "avain 1", minTokenLength: 250 } } as Identity;
const FAILED = { code: "captcha/failed" };
const LONG = "x".repeat(251);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const script of scripts()) script.remove();
});

const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src*="recaptcha"]')];

/** A page of its own: what it has loaded is not known to others. */
async function visit() {
  vi.resetModules();
  const { captchaToken } = (await import("./captchaToken")) as { captchaToken: typeof tokenOf };
  return (action: CaptchaAction) => {
    const token = captchaToken(SITE, action);
    void token.catch(() => undefined);
    return token;
  };
}

/** The script has come, and gives these tokens, the last of them again and again; an error is thrown. */
function comes(...tokens: (string | Error)[]) {
  const times: number[] = [];
  const execute = vi.fn<(siteKey: string, asked: { action: string }) => Promise<string>>(async () => {
    times.push(Date.now());
    const next = (tokens.length > 1 ? tokens.shift() : tokens[0]) ?? "";
    if (next instanceof Error) throw next;
    return next;
  });
  vi.stubGlobal("grecaptcha", { enterprise: { ready: (then: () => void) => then(), execute } });
  scripts()[0]?.dispatchEvent(new Event("load"));
  return { execute, times };
}

const asked = (execute: ReturnType<typeof comes>["execute"]) => execute.mock.calls.map(([, of]) => of.action);

// spec: LG-32
test("a token comes of the enterprise script, which is loaded once, for the action that is named", async () => {
  const ask = await visit();
  expect(scripts()).toEqual([]);
  const [first, second] = [ask("login"), ask("register")];
  expect(scripts().map(({ src }) => src)).toEqual([
    "https://www.google.com/recaptcha/enterprise.js?render=avain%201",
  ]);
  const { execute } = comes(LONG);
  expect([await first, await second]).toEqual([LONG, LONG]);
  expect(execute.mock.calls).toEqual([
    ["avain 1", { action: "login" }],
    ["avain 1", { action: "register" }],
  ]);
});

// spec: LG-31
describe("a token for signing in or registering", () => {
  test("is longer than 250 characters, else it is asked for again a second later", async () => {
    const ask = await visit();
    const login = ask("login");
    const { execute, times } = comes("x".repeat(250), new Error("busy"), LONG);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await login).toBe(LONG);
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 1_000, 2_000]);
    expect(asked(execute)).toEqual(["login", "login", "login"]);
  });

  test("is asked for three times at most", async () => {
    const ask = await visit();
    const register = ask("register");
    const { execute } = comes("x".repeat(250));
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(register).rejects.toMatchObject(FAILED);
    expect(asked(execute)).toEqual(["register", "register", "register"]);
  });

  test("waits ten seconds for the script, and no longer", async () => {
    const ask = await visit();
    const late = ask("login");
    await vi.advanceTimersByTimeAsync(9_999);
    comes(LONG);
    expect(await late).toBe(LONG);

    const other = await visit();
    const never = other("login");
    const isOver = vi.fn<() => void>();
    never.catch(isOver);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(isOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(never).rejects.toMatchObject(FAILED);
  });
});

test("a script that did not come is loaded anew by who asks again", async () => {
  const ask = await visit();
  const first = ask("login");
  scripts()[0]?.dispatchEvent(new Event("error"));
  await expect(first).rejects.toMatchObject(FAILED);
  const second = ask("login");
  comes(LONG);
  expect(await second).toBe(LONG);
});
