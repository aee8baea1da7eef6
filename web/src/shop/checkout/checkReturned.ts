/** The check after coming back from the provider: the order's own words, asked for again while they are open (CK-06). */
import { ApiError } from "../../api/client";
import { checkoutPorts } from "./realPorts";
import { type Result, resultOf, type Returned } from "./result";
import { settlePlaced } from "./settlePlaced";

const RETRIES = 3;
const RETRY_MS = 5_000;

/** What came of it; `unknown` where nobody could be asked. */
export type Checked = Result | { type: "unknown" };

/** Asks what became of the order; what was received is taken out of the cart. */
export async function checkReturned(order: Returned, signal: AbortSignal): Promise<Checked> {
  const ports = checkoutPorts("");
  let checked: Checked = { type: "unknown" };
  for (let tries = 0; tries <= RETRIES && !signal.aborted; tries += 1) {
    if (tries > 0) await ports.pause(RETRY_MS);
    checked = await ask(order);
    if (checked.type !== "unknown" && checked.type !== "pending") break;
  }
  if (checked.type === "received" || checked.type === "pending") {
    ports.tellBought(order, ports.read().attempt);
  }
  if (checked.type === "received") {
    ports.remember(order);
    await settlePlaced();
  }
  return checked;
}

async function ask(order: Returned): Promise<Checked> {
  try {
    return resultOf(await checkoutPorts("").details(order));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isGone = error.code === "order/not-found" || error.code === "order/expired";
    return isGone ? { type: "failed", message: error.message } : { type: "unknown" };
  }
}
