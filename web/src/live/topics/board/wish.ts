/** The board on the line: it has one place, whichever restaurants it shows. */
import type { MessageCode, ServerFrame } from "../../../api/wire";
import type { LineTopic, Wish } from "../../connection/line";

const PLACE = "board";
/** We said something that the server does not know. */
const BAD_FRAME: MessageCode = "frame/invalid";

const BOARD: LineTopic = {
  places: 1,
  waitsForLast: true,
  placeOf: (frame) => (isOfBoard(frame) ? PLACE : null),
  // Before the board is asked for again, its last frame has been waited for.
  isAnswer: () => true,
};

/** What a watch of the board asks the line for. */
export function wishFor(restaurantIds: string[], withCars: boolean): Wish {
  const asked = { type: "subscribe", topic: "board", restaurantIds } as const;
  const cars = withCars ? ({ cars: true } as const) : {};
  return {
    topic: BOARD,
    place: PLACE,
    subscribe: (token) => ({ ...asked, ...cars, token }),
    unsubscribe: { type: "unsubscribe", topic: "board" },
  };
}

/** Orders and restaurants have their errors with their numbers; others are of frames that the server did not understand. */
function isOfBoard(frame: ServerFrame): boolean {
  if (frame.type === "error") {
    const isNamed = frame.orderId !== undefined || frame.orderType !== undefined;
    return !isNamed && frame.code !== BAD_FRAME;
  }
  return frame.type === "board" || frame.type === "cars";
}
