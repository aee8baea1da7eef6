/** reCAPTCHA Enterprise: its script comes when a token is first asked for, and gives one for a named action (LG-31, LG-32). */
import { type PageErrorCode, tellPageError } from "../../../analytics/pageErrors";

const SCRIPT = "https://www.google.com/recaptcha/enterprise.js";
/** The script is ready by then, or there is no captcha; milliseconds. */
const READY_MS = 10_000;

/** What the script brings along. */
interface Enterprise {
  ready(then: () => void): void;
  execute(siteKey: string, asked: { action: string }): Promise<string>;
}

interface WithCaptcha {
  grecaptcha?: { enterprise?: Enterprise };
}

/** That the script did not come, or was not ready in time: another try would not help. */
export class NoScript extends Error {}

let loading: Promise<Enterprise> | null = null;

/** Whether its script was asked for, and may run in this document. */
export function hasScript(): boolean {
  return loading !== null;
}

/** A token for an action. Throws {@link NoScript}, or what the script threw. */
export async function recaptchaToken(siteKey: string, action: string): Promise<string> {
  loading ??= load(siteKey).catch((error: unknown) => {
    // Whoever presses again later may have a network by then.
    loading = null;
    throw error;
  });
  const enterprise = await loading;
  return enterprise.execute(siteKey, { action });
}

function load(siteKey: string): Promise<Enterprise> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = (code: PageErrorCode) => {
      clearTimeout(timer);
      script.remove();
      tellPageError(code);
      reject(new NoScript());
    };
    const timer = setTimeout(() => fail("FRONTEND_CAPTCHA_LOAD_ERROR"), READY_MS);
    script.src = `${SCRIPT}?render=${encodeURIComponent(siteKey)}`;
    script.addEventListener("error", () => fail("FRONTEND_CAPTCHA_SCRIPT_ERROR"));
    script.addEventListener("load", () => {
      const enterprise = (window as WithCaptcha).grecaptcha?.enterprise;
      enterprise?.ready(() => {
        clearTimeout(timer);
        resolve(enterprise);
      });
    });
    document.head.append(script);
  });
}
