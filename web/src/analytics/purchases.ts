/** Which orders were told of, over reloads and tabs: a purchase is told of once (AN-03, CK-10). */
import { readText, writeText } from "../lib/textStorage";

const NAME = "ovelle.purchases";
/** So many are known; the oldest is forgotten. */
const KEPT = 50;

/** For this visit, where storage is forbidden. */
const known = new Set<string>();

/** Whether nobody has told of this order before; from then on somebody has. Tabs take turns. */
export async function claimPurchase(orderId: string): Promise<boolean> {
  // Missing where the page came over plain HTTP.
  const locks = (navigator as Partial<Navigator>).locks;
  return locks ? await locks.request(NAME, () => claim(orderId)) : claim(orderId);
}

function claim(orderId: string): boolean {
  const told = toldOf();
  if (known.has(orderId) || told.includes(orderId)) return false;
  known.add(orderId);
  writeText(NAME, JSON.stringify([...told, orderId].slice(-KEPT)));
  return true;
}

function toldOf(): string[] {
  try {
    const value: unknown = JSON.parse(readText(NAME) ?? "[]");
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}
