/** `window.dataLayer`: filled by one's leave alone. Before an answer events wait, then they go or are dropped. */
import { consent, type Consent, onConsent } from "./consent";
import type { ShopEvent } from "./events";
import { claimPurchase } from "./purchases";
import { onTrack, WAITING } from "./track";

declare global {
  interface Window {
    /** Whoever counts reads this. */
    dataLayer?: ShopEvent[];
  }
}

let waiting: readonly ShopEvent[] = [];

onConsent(hear);
onTrack(take);

function take(event: ShopEvent): void {
  const given = consent();
  if (given === null) waiting = [...waiting, event].slice(-WAITING);
  else if (given.analytics) push(event);
}

function hear(given: Consent | null): void {
  if (given === null) return;
  const waited = waiting;
  waiting = [];
  if (given.analytics) waited.forEach(push);
  else window.dataLayer?.splice(0);
}

function push(event: ShopEvent): void {
  if (event.event !== "purchase") return put(event);
  void claimPurchase(event.orderId).then((isFirst) => {
    // It may have been taken back meanwhile.
    if (isFirst && consent()?.analytics === true) put(event);
  });
}

function put(event: ShopEvent): void {
  window.dataLayer ??= [];
  window.dataLayer.push(event);
}
