import { dispatch } from "../cart/useCart";
import { endCall, type PlacedCall } from "./onBehalf";

/** An order of the call centre is placed: all of it is forgotten, and the next one may call (CC-07, CC-08). */
export async function finishCall({ orderId, orderKey }: PlacedCall): Promise<void> {
  endCall({ orderId, orderKey });
  await dispatch({ type: "forget" }).catch(() => undefined);
}
