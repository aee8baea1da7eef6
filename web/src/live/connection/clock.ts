/**
 * The server's clock, as far as it can be known here. What ages on a page (a car's position, an estimate) was timed by the
 * server or by others that keep its time; the reader's own clock may be minutes off.
 */
import type { LiveEnv } from "./env";

/** `Date` is written in whole seconds, cut off. */
const DATE_GRAIN_MS = 1_000;

/** What is known of the server's clock; see {@link createServerClock}. */
export interface ServerClock {
  /** Milliseconds to be added to the reader's clock; 0 while nothing is known. */
  offset(): number;
  /** The server has just said what its clock shows. */
  receive(serverTime: string): void;
  /** The same network, listened to: every answer says in its `Date` when it was made. */
  listeningTo(env: LiveEnv): LiveEnv;
}

/**
 * Makes the clock of a tab. A hello is exact but for its way here. An answer's `Date` only bounds the offset (it was made
 * between the asking and the arrival), so it corrects what is outside the bounds and leaves the rest alone.
 */
export function createServerClock({ now }: Pick<LiveEnv, "now">): ServerClock {
  let offset: number | null = null;

  function receive(serverTime: string) {
    const shown = Date.parse(serverTime);
    if (!Number.isNaN(shown)) offset = shown - now();
  }

  function bound(date: string | null, askedAt: number) {
    const shown = Date.parse(date ?? "");
    if (Number.isNaN(shown)) return;
    const [least, most] = [shown - now(), shown + DATE_GRAIN_MS - askedAt];
    // A reader's clock that was set back meanwhile leaves no room between the bounds.
    if (least > most) return;
    offset = Math.min(most, Math.max(least, offset ?? (least + most) / 2));
  }

  return {
    offset: () => Math.round(offset ?? 0),
    receive,
    listeningTo: (env) => ({
      ...env,
      async fetch(path, request) {
        const askedAt = now();
        const response = await env.fetch(path, request);
        bound(response.headers.get("date"), askedAt);
        return response;
      },
    }),
  };
}
