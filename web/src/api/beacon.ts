import type { ApiCall } from "./request";

/** Makes a call whose answer nobody waits for: it goes out even while the page is being closed, and never fails for anybody. */
export function tell({ path, body }: ApiCall<unknown>): void {
  // Missing in old browsers, and where somebody has forbidden it.
  navigator.sendBeacon?.(path, JSON.stringify(body));
}
