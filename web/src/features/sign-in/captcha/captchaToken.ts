import { tellPageError } from "../../../analytics/pageErrors";
import { ApiError, post, type Refusal, send } from "../../../api/client";
import type { Identity } from "../../../api/wire";
import { solve } from "./proof";
import { NoScript, recaptchaToken } from "./recaptcha";

/** What the captcha is for. */
export type CaptchaAction = "login" | "register";

/** Tries to get a token, so far apart (LG-31). */
const TRIES = 3;
const APART_MS = 1_000;
/** A phone that is slower than this is helped by another try, with another challenge; milliseconds. */
const LONGEST_MS = 60_000;
const FAILED: Refusal = { messageCode: "captcha/failed", message: "", metadata: {} };

/** A token for an action: fetched and worked for unseen. Throws `captcha/failed` where there is none to be had (LG-23, LG-31). */
export async function captchaToken({ captcha }: Identity, action: CaptchaAction): Promise<string> {
  const ask = () =>
    captcha.provider === "embedded" ? ownToken(action) : recaptchaToken(captcha.siteKey, action);
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await pause();
    try {
      const token = await ask();
      if (token !== null && token.length > captcha.minTokenLength) return token;
    } catch (error) {
      if (error instanceof NoScript) throw new ApiError(0, FAILED);
      if (error instanceof ApiError && error.isRefusal) throw error;
    }
  }
  tellPageError("FRONTEND_CAPTCHA_EXECUTE_ERROR");
  throw new ApiError(0, FAILED);
}

/** One of the embedded captcha: a challenge is fetched, and worked for. */
async function ownToken(action: CaptchaAction): Promise<string | null> {
  const { challenge, difficulty } = await send(post("/api/users/captcha", { body: { action } }));
  return solve(challenge, difficulty, AbortSignal.timeout(LONGEST_MS));
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, APART_MS);
  });
}
