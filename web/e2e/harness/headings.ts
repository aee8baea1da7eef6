/** The headings of the tracking page: the stage in words (look, "Voice"). */
import { FIND, PROBLEMS, TEXTS } from "../../src/features/tracking/texts";
import { CANCELLED, PREORDER } from "../../src/order-status/texts";

export const HEADING = {
  received: "Tilauksesi on perillä meillä",
  accepted: "Ovelle Kluuvi otti tilauksesi vastaan",
  inMaking: "Pizzasi on tekeillä",
  inOven: "Pizzasi on uunissa",
  finished: "Pizzasi on valmis ja pakattu",
  leaving: "Pizzasi on lähdössä",
  beingDelivered: "Pizzasi on matkalla",
  next: "Olet seuraava",
  deliveryFailed: "Toimitus ei onnistunut vielä",
  neverDelivered: "Toimitus ei onnistunut",
  delivered: "Pizza on ovellasi",
  ready: "Tilauksesi on valmis",
  untracked: "Pizzasi on valmis",
  preorder: PREORDER.title,
  cancelled: CANCELLED.title,
  notFound: PROBLEMS["not-found"].title,
  noKey: PROBLEMS["no-key"].title,
  expired: PROBLEMS.expired.title,
  failed: PROBLEMS.failed.title,
  opening: TEXTS.opening,
  find: FIND.title,
  home: "Uunista ovelle",
  homeTitle: "Etusivu",
  notAPage: "Sivua ei löydy",
} as const;
