/** Orders for tests; the boring parts are here. */
import type { OrderTracking, SnapshotFrame, StatusFrame } from "../../api/wire";

/** The moment at which the test's world begins, epoch ms. */
export const EPOCH = Date.parse("2026-11-21T16:00:00Z");

/** `EPOCH` and so many minutes, as the wire writes it. */
export function at(minutes: number): string {
  return new Date(EPOCH + minutes * 60_000).toISOString();
}

/** A delivery that was just received, changed as given. */
export function anOrder(change: Partial<OrderTracking> = {}): OrderTracking {
  return {
    avoidAllergens: [],
    orderId: "10234",
    seq: 0,
    rev: 0,
    placedAt: at(0),
    orderInfo: { status: 0, isDeliveryOrder: true, orderType: "delivery", estimatedMinutesRemaining: null },
    payment: { paymentMethod: null, discountDetails: { orderPaymentDetails: { splitPayments: [] } } },
    loyalty: { loyaltyDetailsStatus: "NotMember", slicesAdded: 0 },
    batchData: null,
    customer: {
      streetAddress: "Vaasankatu 12",
      apartmentNumber: "C 24",
      city: "Helsinki",
      postalCode: "00500",
      shippingInstruction: null,
      coordinates: { lat: 60.188, lng: 24.956 },
    },
    restaurant: {
      restaurantId: "12",
      displayName: "Ovelle Kallio",
      noDeliveryTracking: false,
      coordinates: { lat: 60.19, lng: 24.95 },
      phone: "09 555 0142",
      email: "kallio@ovelle.example",
      address: { streetAddress: "Sturenkatu 9", postalCode: "00510", city: "Helsinki" },
      openingHours: { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null },
    },
    orderItems: [],
    statusHistory: [{ seq: 0, status: 0, at: at(0), source: "shop" }],
    estimate: null,
    preOrderTime: null,
    promisedAt: null,
    stopsBefore: null,
    feedback: null,
    ...change,
  };
}

/** An order that has gone through these statuses, a minute each. */
export function anOrderAt(
  statuses: [number, ...number[]],
  change: Partial<OrderTracking> = {},
): OrderTracking {
  const order = anOrder(change);
  const last = statuses.length - 1;
  return {
    ...order,
    seq: last,
    rev: Math.max(last, order.rev),
    orderInfo: { ...order.orderInfo, status: statuses[last] ?? 0 },
    statusHistory: statuses.map((status, seq) => ({ seq, status, at: at(seq), source: "kitchen" })),
  };
}

/** The same order as a pickup, or eaten in. */
export function of(orderType: "pickup" | "eatin", order: OrderTracking): OrderTracking {
  return { ...order, orderInfo: { ...order.orderInfo, orderType, isDeliveryOrder: false } };
}

/** A status frame with nothing else in it. */
export function aStatus(seq: number, status: number, change: Partial<StatusFrame> = {}): StatusFrame {
  return {
    type: "status",
    orderId: "10234",
    seq,
    rev: seq,
    status,
    at: at(seq),
    source: "kitchen",
    note: null,
    batchData: null,
    stopsBefore: null,
    estimate: null,
    ...change,
  };
}

/** The snapshot of an order. */
export function aSnapshot(order: OrderTracking, car: SnapshotFrame["car"] = null): SnapshotFrame {
  return { type: "snapshot", orderId: order.orderId, seq: order.seq, rev: order.rev, order, car };
}
