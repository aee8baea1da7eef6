/** Tells the shop what went wrong in a page: which code, where, and what the browser said; not whose page it was (AN-04, AN-05). */
import { tell } from "../api/beacon";
import { ApiError, post } from "../api/client";
import type { PageErrors } from "../api/wire";
import { CHUNK_LOST } from "../lib/reloadOnce";
import { pagePath } from "./pagePath";
import { onUncaught } from "./uncaught";

/** What may go wrong (docs/spec/people.md, "Errors and vitals of the page"). */
export type PageErrorCode =
  | "FRONTEND_ADD_TO_CART_ERROR"
  | "FRONTEND_CROSS_SELL_ITEM_ISSUE"
  | "FRONTEND_LOYALTY_MEMBER_ERROR"
  | "FRONTEND_WELCOME_MODAL_ERROR"
  | "FRONTEND_PRIZE_MODAL_ERROR"
  | "FRONTEND_CART_SLICES_ERROR"
  | "FRONTEND_TRACKING_SLICES_ERROR"
  | "FRONTEND_REGISTER_LOYALTY_ERROR"
  | "FRONTEND_BIRTHDAY_ERROR"
  | "FRONTEND_CAPTCHA_SCRIPT_ERROR"
  | "FRONTEND_CAPTCHA_LOAD_ERROR"
  | "FRONTEND_CAPTCHA_EXECUTE_ERROR"
  | "FRONTEND_REMOTE_CONFIG_EXPERIMENT_NOT_CONFIGURED"
  | "FRONTEND_GEOCODE_ERROR"
  | "FRONTEND_ADDRESS_ERROR"
  | "FRONTEND_LOCATION_DENIED"
  | "FRONTEND_CHUNK_ERROR"
  | "FRONTEND_UNCAUGHT";

type PageErrorEvent = PageErrors["events"][number];

/** So many go out at once, and of a visit. */
const AT_ONCE = 20;
const OF_VISIT = 60;
/** What goes wrong together is told together. */
const TOGETHER_MS = 2_000;
/** As the server cuts it. */
const LONGEST = 500;

const told = new Set<string>();
let waiting: readonly PageErrorEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells of it soon; the same thing once a visit. */
export function tellPageError(code: PageErrorCode, cause?: unknown): void {
  const message = messageOf(cause);
  const name = `${code} ${message}`;
  if (told.has(name) || told.size >= OF_VISIT) return;
  told.add(name);
  const path = pagePath(window.location.pathname);
  waiting = [...waiting, { code, message, path, version: ownVersion(), at: new Date().toISOString() }];
  timer ??= setTimeout(send, TOGETHER_MS);
}

/** Listens for what nobody has caught. */
export function watchPageErrors(): void {
  onUncaught(uncaught);
  window.addEventListener(CHUNK_LOST, () => {
    tellPageError("FRONTEND_CHUNK_ERROR");
    send();
  });
  window.addEventListener("pagehide", send);
}

function uncaught(cause: unknown): void {
  // That there is no network, or that the server said no, is no fault of the page.
  if (cause instanceof ApiError) return;
  tellPageError("FRONTEND_UNCAUGHT", cause);
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  while (waiting.length > 0) {
    const events = waiting.slice(0, AT_ONCE);
    waiting = waiting.slice(AT_ONCE);
    tell(post("/api/analytics/errors", { body: { events } }));
  }
}

function messageOf(cause: unknown): string {
  if (cause === undefined) return "";
  if (!(cause instanceof Error)) return String(cause).slice(0, LONGEST);
  const [, first = ""] = cause.stack?.split("\n") ?? [];
  return `${cause.name}: ${cause.message} ${first.trim()}`.slice(0, LONGEST);
}

/** The version that the server wrote into this page. */
function ownVersion(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="ovelle-version"]')?.content ?? null;
}
