/** Restaurants on the line: each has a place of its own for each way of ordering. */
import type { ServerFrame } from "../../../api/wire";
import type { LineTopic, Wish } from "../../connection/line";
import type { ShopKey } from "./state";

const SHOPS: LineTopic = {
  // The contract's limit of restaurants on one line; what is over it is polled.
  places: 4,
  waitsForLast: false,
  placeOf: (frame) => {
    const key = keyIn(frame);
    return key && placeOf(key);
  },
  isAnswer: ({ type }) => type === "subscribed" || type === "error",
};

/** What a watch of a restaurant asks the line for. */
export function wishFor({ restaurantId, orderType }: ShopKey): Wish {
  const about = { topic: "shop", restaurantId, orderType } as const;
  return {
    topic: SHOPS,
    place: placeOf(about),
    subscribe: { type: "subscribe", ...about },
    unsubscribe: { type: "unsubscribe", ...about },
  };
}

/** An error is of a restaurant where it names one with a way of ordering. */
function keyIn(frame: ServerFrame): ShopKey | null {
  if (frame.type !== "shop" && frame.type !== "subscribed" && frame.type !== "error") return null;
  if (!("restaurantId" in frame)) return null;
  const { restaurantId, orderType } = frame;
  return restaurantId !== undefined && orderType !== undefined ? { restaurantId, orderType } : null;
}

function placeOf({ restaurantId, orderType }: ShopKey): string {
  return `shop:${restaurantId}:${orderType}`;
}
