import { recall } from "./memory";
import { settle, type Settled } from "./place";
import { checkoutPorts } from "./realPorts";

/** So long after placing, the person is led to what became of it (CK-08). */
const RECENT_MS = 30 * 60_000;

/** Looks what became of the order that this browser placed last; once it is received, the cart loses its lines. */
export async function settlePlaced(): Promise<Settled & { isRecent: boolean }> {
  const begunAt = recall().attempt?.begunAt ?? 0;
  const settled = await settle(checkoutPorts(""));
  return { ...settled, isRecent: Date.now() - begunAt <= RECENT_MS };
}
