/** Orders on the line: each has a place of its own, by its number. */
import type { ClientFrame } from "../../../api/wire";
import type { LineTopic, Wish } from "../../connection/line";
import type { OrderAccess } from "./access";

const ORDERS: LineTopic = {
  // The contract's limit of orders on one line; what is over it is polled.
  places: 32,
  waitsForLast: false,
  placeOf: (frame) => ("orderId" in frame && frame.orderId !== undefined ? placeOf(frame.orderId) : null),
  isAnswer: ({ type }) => type === "subscribed" || type === "error",
  waitsAfter: (code) => code === "order/not-received",
};

/** What a watch of an order asks the line for: what came after status `since`, or, where that is `null`, all of it. */
export function wishFor({ orderId, orderKey }: OrderAccess, since: number | null): Wish {
  const asked = { type: "subscribe", topic: "order", orderId } as const;
  const from = since === null ? {} : { since };
  return {
    topic: ORDERS,
    place: placeOf(orderId),
    subscribe:
      orderKey === null
        ? (token): ClientFrame => ({ ...asked, token, ...from })
        : { ...asked, orderKey, ...from },
    unsubscribe: { type: "unsubscribe", topic: "order", orderId },
  };
}

function placeOf(orderId: string): string {
  return `order:${orderId}`;
}
