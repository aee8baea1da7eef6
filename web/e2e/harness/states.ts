/** Every state that a page can be in, and how the real server is brought there. */
import { expect } from "vitest";
import { MAP } from "../../src/order-status/texts";
import { awaitCar, awaitGround } from "./drawn";
import { HEADING } from "./headings";
import type { StatusName } from "./kitchen";
import {
  delivery,
  eatIn,
  pickup,
  preorder,
  type RegisterOrder,
  RESTAURANTS,
  untrackedDelivery,
  wordy,
} from "./orders";
import { awaitHeading, awaitSign, awaitTitle, type SIGN } from "./reading";
import type { Page } from "playwright-core";
import { load, type Load, DOORS, send } from "./ride";
import { wayBetween } from "./streets";
import type { Visit, VisitOptions } from "./visit";
import type { World } from "./world";

/** The servers that the states need. */
export interface Worlds {
  world: World;
  /** Its orders expire a second after they are over. */
  shortLived: World;
}

/** A state of a page. */
export interface PageState {
  /** Its name, also of its pictures. */
  name: string;
  heading: string;
  /** What the tab's title says of it. */
  title: string;
  sign: keyof typeof SIGN | null;
  /** Opens a page as it is in this state. */
  reach(worlds: Worlds, how: VisitOptions): Promise<Visit>;
}

const FEEDBACK = "Reunat rapeat ja perillä kuumana. Kiitos kuskille.";
const KITCHEN: StatusName[] = ["accepted", "inMaking", "inOven", "finished"];
const ROAD: StatusName[] = [...KITCHEN, "inBatch", "inCar", "beingDelivered"];
/** Longer than the grace that a lost line has before the person is told. */
const GRACE_OVER_MS = 6_500;

/** A way through the middle of the map, so that its pictures are full. */
const PICTURED = { from: RESTAURANTS.kluuvi, to: DOORS.mikonkatu } as const;

/** An order brought through `presses`, then looked at. */
function after(order: RegisterOrder, ...presses: StatusName[]): PageState["reach"] {
  return async ({ world }, how) => world.visit((await world.kitchen.having(order, ...presses)).path, how);
}

function at(path: string): PageState["reach"] {
  return ({ world }, how) => world.visit(path, how);
}

const next = { heading: HEADING.next, title: "Ihan lähellä", sign: "live" } as const;
const onTheWay = { heading: HEADING.beingDelivered, title: "Matkalla", sign: "live" } as const;

/** All of the customers' pages. */
export const CUSTOMER_STATES: readonly PageState[] = [
  {
    name: "received",
    heading: HEADING.received,
    title: "Vastaanotettu",
    sign: "live",
    reach: after(delivery()),
  },
  {
    name: "accepted",
    heading: HEADING.accepted,
    title: "Hyväksytty",
    sign: "live",
    reach: after(delivery(), "accepted"),
  },
  {
    name: "in-making",
    heading: HEADING.inMaking,
    title: "Valmistuksessa",
    sign: "live",
    reach: after(delivery(), "accepted", "inMaking"),
  },
  {
    name: "in-oven",
    heading: HEADING.inOven,
    title: "Uunissa",
    sign: "live",
    reach: after(delivery(), "accepted", "inMaking", "inOven"),
  },
  {
    name: "finished",
    heading: HEADING.finished,
    title: "Valmis",
    sign: "live",
    reach: after(delivery(), ...KITCHEN),
  },
  {
    name: "before-departure",
    heading: HEADING.leaving,
    title: "Lähdössä",
    sign: "live",
    reach: beforeDeparture,
  },
  { ...onTheWay, name: "on-the-way", reach: withCar(2, 180, 4) },
  { ...next, name: "next", reach: withCar(0, 330, 4) },
  { ...onTheWay, name: "stale-car", reach: withCar(1, 180, 48) },
  { ...onTheWay, name: "silent-car", reach: silentCar },
  { ...onTheWay, name: "at-another-door", reach: atAnotherDoor },
  { ...next, name: "outside-the-map", reach: outsideTheMap },
  { ...onTheWay, name: "no-coordinates", reach: noCoordinates },
  {
    name: "delivery-failed",
    heading: HEADING.deliveryFailed,
    title: "Yhä matkalla",
    sign: "live",
    reach: deliveryFailed,
  },
  {
    name: "never-delivered",
    heading: HEADING.neverDelivered,
    title: HEADING.neverDelivered,
    sign: "live",
    reach: after(delivery(), ...ROAD, "deliveryFailed", "failedBatchCompleted"),
  },
  {
    name: "skipped-stages",
    heading: HEADING.leaving,
    title: "Lähdössä",
    sign: "live",
    reach: skippedStages,
  },
  {
    name: "long-words",
    heading: HEADING.received,
    title: "Vastaanotettu",
    sign: "live",
    reach: after(wordy()),
  },
  {
    name: "delivered",
    heading: HEADING.delivered,
    title: "Perillä",
    sign: "live",
    reach: after(delivery(), ...ROAD, "delivered"),
  },
  {
    name: "feedback-given",
    heading: HEADING.delivered,
    title: "Perillä",
    sign: "ended",
    reach: giveFeedback,
  },
  {
    name: "pickup-ready",
    heading: HEADING.ready,
    title: "Valmis",
    sign: "live",
    reach: after(pickup(), ...KITCHEN),
  },
  {
    name: "eat-in-ready",
    heading: HEADING.ready,
    title: "Valmis",
    sign: "live",
    reach: after(eatIn(), ...KITCHEN),
  },
  {
    name: "untracked-delivery",
    heading: HEADING.untracked,
    title: "Valmis",
    sign: "live",
    reach: after(untrackedDelivery(), ...KITCHEN),
  },
  {
    name: "preorder",
    heading: HEADING.preorder,
    title: HEADING.preorder,
    sign: "live",
    reach: after(preorder(26)),
  },
  { name: "cancelled", heading: HEADING.cancelled, title: "Peruttu", sign: "ended", reach: cancelled },
  {
    name: "not-found",
    heading: HEADING.notFound,
    title: HEADING.notFound,
    sign: null,
    reach: wrongKey,
  },
  {
    name: "no-key",
    heading: HEADING.noKey,
    title: HEADING.noKey,
    sign: null,
    reach: at("/tilaus/xxx"),
  },
  { name: "expired", heading: HEADING.expired, title: HEADING.expired, sign: null, reach: expired },
  { name: "failed", heading: HEADING.failed, title: HEADING.failed, sign: null, reach: failed },
  {
    name: "polling",
    heading: HEADING.inOven,
    title: "Uunissa",
    sign: "polling",
    reach: polling,
  },
  {
    name: "offline",
    heading: HEADING.inOven,
    title: "Uunissa",
    sign: "offline",
    reach: offline,
  },
  { name: "loading", heading: HEADING.opening, title: HEADING.opening, sign: null, reach: loading },
  { name: "home", heading: HEADING.home, title: HEADING.homeTitle, sign: null, reach: at("/") },
  {
    name: "order-link",
    heading: HEADING.find,
    title: HEADING.find,
    sign: null,
    reach: at("/tilaus"),
  },
  {
    name: "no-such-page",
    heading: HEADING.notAPage,
    title: HEADING.notAPage,
    sign: null,
    reach: at("/ei-taalla"),
  },
];

/** Waits until a page shows all that the state says of itself. */
export async function awaitSettled(page: Page, { heading, title, sign }: PageState): Promise<void> {
  await awaitHeading(page, heading);
  await awaitTitle(page, title);
  if (sign) await awaitSign(page, sign);
  await page.evaluate(() => document.fonts.ready);
}

/** Opens the page of an order, and waits until its map is drawn. */
async function onTheMap(
  { world }: Worlds,
  { order }: Pick<Load, "order">,
  how: VisitOptions,
): Promise<Visit> {
  const visit = await world.visit(order.path, how);
  await awaitGround(visit.page);
  return visit;
}

async function skippedStages(worlds: Worlds, how: VisitOptions): Promise<Visit> {
  return onTheMap(worlds, { order: await worlds.world.kitchen.having(delivery(), "inBatch", "inCar") }, how);
}

async function beforeDeparture(worlds: Worlds, how: VisitOptions): Promise<Visit> {
  const loaded = await load(worlds.world.kitchen, PICTURED);
  return onTheMap(worlds, loaded, how);
}

/** A car so many metres on its way, as it told so many seconds ago. */
function withCar(stopsBefore: number, metres: number, secondsAgo: number): PageState["reach"] {
  return async (worlds, how) => {
    const sent = await send(worlds.world.kitchen, { ...PICTURED, stopsBefore });
    const track = await wayBetween(sent.restaurant, sent.home);
    await worlds.world.kitchen.drove(sent.carId, track.at(metres), secondsAgo);
    const visit = await onTheMap(worlds, sent, how);
    await awaitCar(visit.page);
    return visit;
  };
}

async function silentCar(worlds: Worlds, how: VisitOptions): Promise<Visit> {
  const sent = await send(worlds.world.kitchen, PICTURED);
  const visit = await onTheMap(worlds, sent, how);
  await visit.page.getByText(MAP.unseen).last().waitFor();
  return visit;
}

async function deliveryFailed(worlds: Worlds, how: VisitOptions): Promise<Visit> {
  const sent = await send(worlds.world.kitchen, PICTURED);
  await worlds.world.kitchen.reportStatus(sent.order, "deliveryFailed");
  return onTheMap(worlds, sent, how);
}

async function atAnotherDoor(worlds: Worlds, how: VisitOptions): Promise<Visit> {
  const { kitchen } = worlds.world;
  const sent = await send(kitchen, { ...PICTURED, stopsBefore: 1 });
  const track = await wayBetween(sent.restaurant, sent.home);
  await kitchen.drove(sent.carId, track.at(180), 14);
  await kitchen.drove(sent.carId, DOORS.kalevankatu, 2);
  const visit = await onTheMap(worlds, sent, how);
  await visit.page.getByText(MAP.elsewhere).last().waitFor();
  return visit;
}

async function outsideTheMap({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const sent = await send(world.kitchen, { from: RESTAURANTS.tampere, to: DOORS.tampere });
  await world.kitchen.drove(sent.carId, { lat: 61.4962, lng: 23.765 }, 4);
  const visit = await world.visit(sent.order.path, how);
  await awaitCar(visit.page);
  return visit;
}

/** An address that nobody finds has no place on a map. */
async function noCoordinates({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const order = delivery();
  const customer = { ...order.customer, streetAddress: "Ei-missään-kuja 1" };
  return world.visit((await world.kitchen.having({ ...order, customer }, ...ROAD)).path, how);
}

async function giveFeedback({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const order = await world.kitchen.register(delivery());
  await world.kitchen.bring(order, "showFeedback");
  const url = `${world.server.url}/api/commerce/v2/order-tracking/${order.orderId}/${order.orderKey}/feedback`;
  const body = JSON.stringify({ rating: 4, text: FEEDBACK });
  await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return world.visit(order.path, how);
}

async function cancelled({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const order = await world.kitchen.having(delivery(), "accepted", "inMaking");
  await world.kitchen.reportStatus(order, "cancelled", "Uuni hajosi kesken illan. Olemme pahoillamme.");
  return world.visit(order.path, how);
}

async function wrongKey({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const order = await world.kitchen.register(delivery());
  return world.visit(`/tilaus/${order.orderId}?orderKey=vaaraavain`, how);
}

async function expired({ shortLived }: Worlds, how: VisitOptions): Promise<Visit> {
  const order = await shortLived.kitchen.register(delivery());
  await shortLived.kitchen.bring(order, "showFeedback");
  await expect.poll(() => shortLived.kitchen.track(order)).toBe(410);
  return shortLived.visit(order.path, how);
}

async function polling({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const order = await world.kitchen.having(delivery(), "accepted", "inMaking", "inOven");
  const visit = await world.visitor({ ...how, clock: true });
  visit.proxy.set("no-sockets");
  await visit.open(order.path);
  await awaitHeading(visit.page, HEADING.inOven);
  await visit.page.clock.fastForward(GRACE_OVER_MS);
  return visit;
}

async function offline({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const order = await world.kitchen.having(delivery(), "accepted", "inMaking", "inOven");
  const visit = await world.visit(order.path, { ...how, clock: true });
  await awaitSign(visit.page, "live");
  visit.proxy.set("gone");
  await visit.page.clock.fastForward(GRACE_OVER_MS);
  return visit;
}

async function loading({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const order = await world.kitchen.register(delivery());
  const visit = await world.visitor(how);
  visit.proxy.hold();
  await visit.open(order.path);
  return visit;
}

/** The page comes, and then nothing does: three retries, and it gives up. */
async function failed({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const order = await world.kitchen.register(delivery());
  const visit = await world.visitor({ ...how, clock: true });
  visit.proxy.hold();
  await visit.open(order.path);
  await awaitHeading(visit.page, HEADING.opening);
  visit.proxy.set("gone");
  const heading = visit.page.getByRole("heading", { level: 1, name: HEADING.failed });
  await expect
    .poll(async () => {
      await visit.page.clock.fastForward(6_000);
      return heading.count();
    })
    .toBe(1);
  return visit;
}
