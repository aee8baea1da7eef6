/** The world behind the hub: whoever reports through the contract's dispatch calls. */
import type { components } from "../../src/api/schema";
import type { OrderTracking } from "../../src/api/wire";
import type { RegisterOrder } from "./orders";
import { DISPATCH_KEY, KITCHEN_KEY, type Server } from "./server";
import type { Place } from "./track";

type StatusSet = components["schemas"]["StatusSet"];

/** The statuses by their names in the contract. */
export const STATUS = {
  accepted: 1,
  inMaking: 2,
  inOven: 3,
  finished: 4,
  inBatch: 5,
  inCar: 6,
  waitingForDelivery: 7,
  beingDelivered: 8,
  deliveryFailed: 9,
  failedBatchCompleted: 10,
  delivered: 11,
  showFeedback: 12,
  cancelled: 13,
} as const;

/** A status by its name. */
export type StatusName = keyof typeof STATUS;

/** Every status a delivery goes through, in order. */
export const STATUS_ORDER = [
  "accepted",
  "inMaking",
  "inOven",
  "finished",
  "inBatch",
  "inCar",
  "waitingForDelivery",
  "beingDelivered",
  "delivered",
  "showFeedback",
] as const satisfies readonly StatusName[];

/** A registered order and its page. */
export interface Registered {
  orderId: string;
  orderKey: string;
  /** Path of its page, with the key. */
  path: string;
}

/** A kitchen and a dispatcher in one: the first nine statuses are the kitchen's word, the rest the dispatcher's. */
export class Kitchen {
  constructor(private readonly server: Pick<Server, "url">) {}

  /** Registers an order taken elsewhere. */
  async register(order: RegisterOrder): Promise<Registered> {
    const { orderId, orderKey } = await this.post<components["schemas"]["RegisteredOrder"]>(
      "/api/dispatch/orders",
      order,
      KITCHEN_KEY,
    );
    return { orderId, orderKey, path: `/tilaus/${orderId}?orderKey=${orderKey}` };
  }

  /** Reports a status, now or `occurredAt` (RFC 3339); `note` is what the customer reads. */
  reportStatus(order: Registered, name: StatusName, note?: string, occurredAt?: string): Promise<StatusSet> {
    const status = STATUS[name];
    const key = status <= STATUS.finished || status === STATUS.cancelled ? KITCHEN_KEY : DISPATCH_KEY;
    const body = { status, ...(note && { note }), ...(occurredAt && { occurredAt }) };
    return this.post(`/api/dispatch/orders/${order.orderId}/status`, body, key);
  }

  /** Reports one status after the other, up to and including `name`, as a delivery goes. */
  async bring(order: Registered, name: (typeof STATUS_ORDER)[number]): Promise<void> {
    for (const next of STATUS_ORDER.slice(0, STATUS_ORDER.indexOf(name) + 1))
      await this.reportStatus(order, next);
  }

  /** Registers an order and brings it to where `names` lead. */
  async having(order: RegisterOrder, ...names: StatusName[]): Promise<Registered> {
    const registered = await this.register(order);
    for (const name of names) await this.reportStatus(registered, name);
    return registered;
  }

  /** Puts orders into a car, in the order in which it stops at their doors. */
  async load(batchId: string, carId: string, ...orders: Registered[]): Promise<void> {
    const stops = orders.map(({ orderId }) => orderId);
    await this.send("PUT", `/api/dispatch/batches/${batchId}`, { carId, stops }, DISPATCH_KEY);
  }

  /** Sends a loaded car on its way. */
  async depart(batchId: string): Promise<void> {
    await this.post(`/api/dispatch/batches/${batchId}/depart`, {}, DISPATCH_KEY);
  }

  /** A car tells where it is, now. */
  drive(carId: string, lat: number, lng: number): Promise<void> {
    return this.drove(carId, { lat, lng }, 0);
  }

  /** A car tells where it was so many seconds ago; it faced east where nothing else is said. */
  drove(carId: string, place: Place & { headingDeg?: number }, secondsAgo: number): Promise<void> {
    const at = new Date(Date.now() - secondsAgo * 1_000).toISOString();
    const { lat, lng, headingDeg = 90 } = place;
    return this.reportPositions(carId, { lat, lng, at, headingDeg: Math.round(headingDeg) % 360 });
  }

  /** A car tells where it was, and when. */
  async reportPositions(carId: string, ...positions: components["schemas"]["NewPosition"][]): Promise<void> {
    await this.post(`/api/dispatch/cars/${carId}/positions`, positions, DISPATCH_KEY);
  }

  /** The tracking payload, or the HTTP status of its refusal. */
  async track(order: Registered): Promise<OrderTracking | number> {
    const path = `/api/commerce/v2/order-tracking/${order.orderId}/${order.orderKey}`;
    const response = await fetch(this.server.url + path);
    return response.ok ? ((await response.json()) as OrderTracking) : response.status;
  }

  private post<T>(path: string, body: unknown, key: string): Promise<T> {
    return this.send("POST", path, body, key);
  }

  private async send<T>(
    method: "POST" | "PUT",
    path: string,
    body: unknown,
    key: string,
    tries = 5,
  ): Promise<T> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status === 503 && tries > 1) {
      // The node was too busy to answer in time, and says when to come again.
      await new Promise((resolve) =>
        setTimeout(resolve, 1000 * Number(response.headers.get("retry-after") ?? 1)),
      );
      return this.send(method, path, body, key, tries - 1);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}
