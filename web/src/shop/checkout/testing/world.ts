/** A small world to place orders in: a server that keeps keys as ours does, a cart, and a network that loses things. */
import { ApiError } from "../../../api/client";
import type { MessageCode, OrderPlaced, PlaceOrderBody } from "../../../api/wire";
import { type Memory, NOTHING_PLACED, readMemory } from "../attempt";
import type { CheckoutPorts } from "../ports";
import type { Wanted } from "../wanted";

/** What may happen to a call; `late` arrives once nobody waits for it, `crash` closes the tab. */
export type Fault = "none" | "request-lost" | "answer-lost" | "late" | "crash-before" | "crash-after";

/** An order as the server has it. */
export interface WorldOrder {
  orderId: string;
  body: string;
  uuids: readonly string[];
  standing: "waiting" | "received" | "over";
  /** How often money was taken and kept. */
  charges: number;
}

/** The tab is gone: nothing after it happens. */
export class Crash extends Error {}

/** A line that came to the cart. */
interface Line {
  uuid: string;
  price: number;
}

export class World {
  now = 1_000_000;
  memory: string | null = null;
  lines: Line[] = [];
  method = "scheme";
  orders: WorldOrder[] = [];
  remembered = new Set<string>();
  /** Orders that the pages which list them were told to forget. */
  struck = new Set<string>();
  /** Orders that whoever counts was told of. */
  bought: string[] = [];
  /** What happens to the calls to come. */
  faults: Fault[] = [];
  /** What the chain asks more for everything. */
  rise = 0;
  private readonly keys = new Map<string, { body: string; answer: OrderPlaced }>();
  private readonly late: (() => unknown)[] = [];
  private count = 0;

  /** What the person sees, and presses the button for. */
  wanted(): Wanted | null {
    if (this.lines.length === 0) return null;
    return { body: this.body(), shopExternalId: "x12" };
  }

  private body(): PlaceOrderBody {
    return {
      shopId: "12",
      orderType: "pickup",
      paymentMethod: this.method,
      grandTotal: this.total(this.lines),
      orderItems: this.lines.map(({ uuid }) => ({ uuid, productId: "3001", sizeId: "101", quantity: 1 })),
    };
  }

  private total(lines: readonly Line[]): number {
    return lines.reduce((sum, { price }) => sum + price, 0) + this.rise;
  }

  /** What was under way for long arrives. */
  async letLateArrive(): Promise<void> {
    for (const request of this.late.splice(0)) {
      try {
        request();
      } catch {
        // Nobody hears of it.
      }
    }
  }

  /** The person pays at the provider, once or in two windows. */
  payAtProvider(order: WorldOrder): void {
    if (order.standing !== "waiting") return;
    order.standing = "received";
    order.charges += 1;
  }

  expire(order: WorldOrder): void {
    if (order.standing === "waiting") order.standing = "over";
  }

  ports(): CheckoutPorts {
    return {
      alone: (work) => work(),
      now: () => this.now,
      newKey: () => `key-${(this.count += 1)}`,
      read: () => readMemory(this.memory, this.now),
      write: (memory: Memory) => {
        this.memory = JSON.stringify(memory);
      },
      wanted: () => this.wanted(),
      price: () => this.over(() => ({ isValid: this.lines.length > 0, grandTotal: this.total(this.lines) })),
      place: (body, key) => this.over(() => this.place(body, key)),
      pay: ({ orderId }) =>
        this.over(() => {
          const order = this.find(orderId);
          if (order.standing === "received") throw refused(409, "payment-error");
          if (order.standing === "over") throw refused(409, "order/expired-unpaid");
          return { action: "redirect" as const, redirectUrl: `/pay/${orderId}`, errorCode: null };
        }),
      cancel: ({ orderId }) =>
        this.over(() => {
          const order = this.find(orderId);
          if (order.standing === "received") throw refused(409, "order/cannot-cancel");
          order.standing = "over";
        }),
      details: ({ orderId }) =>
        this.over(() => {
          const { standing } = this.find(orderId);
          return { ...NO_DETAILS, orderId, ...WIRE[standing] };
        }),
      remember: ({ orderId }) => this.remembered.add(orderId),
      tellBought: ({ orderId }) => this.bought.push(orderId),
      strike: ({ orderId }) => this.struck.add(orderId),
      takeOut: (sent) =>
        this.over(() => {
          const uuids = new Set(sent.map(({ uuid }) => uuid));
          this.lines = this.lines.filter(({ uuid }) => !uuids.has(uuid));
        }),
      pause: async (ms) => {
        this.now += ms;
      },
    };
  }

  private async over<T>(work: () => T): Promise<T> {
    const fault = this.faults.shift() ?? "none";
    if (fault === "crash-before") throw new Crash();
    if (fault === "request-lost") throw unreachable();
    if (fault === "late") {
      this.late.push(work);
      throw unreachable();
    }
    const answer = work();
    if (fault === "crash-after") throw new Crash();
    if (fault === "answer-lost") throw unreachable();
    return answer;
  }

  private place(body: string, key: string): OrderPlaced {
    const known = this.keys.get(key);
    if (known && known.body !== body) throw refused(422, "request/idempotency-mismatch");
    if (known) return known.answer;
    const { grandTotal, orderItems, paymentMethod }: PlaceOrderBody = JSON.parse(body);
    const prices = orderItems.map(({ uuid }) => ({ uuid, price: PRICE }));
    if (grandTotal !== this.total(prices)) throw refused(409, "order/price-changed");
    const isSettled = paymentMethod === "onsite";
    const orderId = String(10_000 + this.orders.length);
    this.orders.push({
      orderId,
      body,
      uuids: orderItems.map(({ uuid }) => uuid),
      standing: isSettled ? "received" : "waiting",
      charges: 0,
    });
    const answer: OrderPlaced = {
      orderID: orderId,
      orderId,
      orderKey: `k${orderId}`,
      paymentStatus: 1,
      grandTotal,
      payable: grandTotal,
      payment: {
        action: isSettled ? "none" : "redirect",
        amount: grandTotal,
        redirectUrl: isSettled ? null : `/pay/${orderId}`,
        errorCode: null,
      },
      trackingUrl: `/tilaus/${orderId}`,
      expiresAt: null,
    };
    this.keys.set(key, { body, answer });
    return answer;
  }

  private find(orderId: string): WorldOrder {
    const order = this.orders.find((one) => one.orderId === orderId);
    if (!order) throw refused(404, "order/not-found");
    return order;
  }
}

/** What everything costs here. */
export const PRICE = 10;

/** The same as the wire says it. */
const WIRE = {
  waiting: { status: -1, paymentStatus: 1 },
  received: { status: 0, paymentStatus: 2 },
  over: { status: -1, paymentStatus: 3 },
};

const NO_DETAILS = {
  shopId: "12",
  placedDateString: "24.11.2026",
  placedTimeString: "18:05",
  paymentMethod: "scheme",
  orderType: "pickup",
  preOrderTime: null,
  grandTotal: PRICE,
  payable: PRICE,
  errorCode: null,
  errorMessage: null,
};

/** An empty memory, for tests that begin with one. */
export const NO_MEMORY: Memory = NOTHING_PLACED;

export function refused(status: number, messageCode: MessageCode): ApiError {
  return new ApiError(status, { messageCode, message: messageCode, metadata: {} });
}

export function unreachable(): ApiError {
  return new ApiError(0, { messageCode: "network/unreachable", message: "", metadata: {} });
}
