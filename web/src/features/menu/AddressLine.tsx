import { Car, Pencil, ShoppingBag, Store, Utensils } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Availability, OrderType } from "../../api/wire";
import { dayName } from "../../lib/helsinki";
import { ORDER_SETUP_MODAL } from "../../order-setup/modalName";
import { useShopNews } from "../../shop/availability/useShopNews";
import type { OrderMethod } from "../../shop/cart/order";
import { useOrder } from "../../shop/cart/useCart";
import { LiveRegion } from "../../ui/LiveRegion";
import { useNow } from "../../ui/useNow";
import styles from "./AddressLine.module.css";
import { ADDRESS_LINE } from "./texts";

const ICONS: Record<OrderType, typeof Car> = { delivery: Car, pickup: ShoppingBag, eatin: Utensils };

/** How long what was saved stands out (look, "Order set-up"). */
const FRESH_MS = 600;

/** Where the order goes and how long it takes, with a pencil. */
export function AddressLine() {
  const method = useOrder((order) => order.method);
  const saved = useSaved(method);
  return (
    <section
      className={`${styles["line"]} ${saved.isFresh ? styles["fresh"] : ""}`}
      aria-label={ADDRESS_LINE.region}
    >
      {method === null ? <NoShop /> : <Chosen method={method} />}
      <Link
        to={{ hash: ORDER_SETUP_MODAL }}
        preventScrollReset
        className={styles["edit"]}
        aria-label={method === null ? ADDRESS_LINE.choose : ADDRESS_LINE.editLabel}
      >
        <Pencil size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{method === null ? ADDRESS_LINE.start : ADDRESS_LINE.edit}</span>
      </Link>
      <LiveRegion text={saved.words} />
    </section>
  );
}

/** Lights the line and says what it holds when something else was chosen while it stood there. */
function useSaved(method: OrderMethod | null): { isFresh: boolean; words: string } {
  const key = method && JSON.stringify([method.orderType, placeOf(method), method.preorderTime]);
  const [seen, setSeen] = useState({ key, isFresh: false });
  if (seen.key !== key) setSeen({ key, isFresh: key !== null });
  const { isFresh } = seen;
  useEffect(() => {
    if (!isFresh) return undefined;
    const timer = setTimeout(() => setSeen((last) => ({ ...last, isFresh: false })), FRESH_MS);
    return () => clearTimeout(timer);
  }, [isFresh]);
  const [first] = useState(key);
  return { isFresh, words: method && key !== first ? ADDRESS_LINE.saved(placeOf(method)) : "" };
}

function NoShop() {
  return (
    <>
      <Store size={20} strokeWidth={1.75} aria-hidden="true" />
      <p className={styles["words"]}>
        <b>{ADDRESS_LINE.choose}</b>
        <span>{ADDRESS_LINE.chooseLead}</span>
      </p>
    </>
  );
}

function Chosen({ method }: { method: OrderMethod }) {
  const Icon = ICONS[method.orderType];
  const when = useWhen(method);
  return (
    <>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <p className={styles["words"]}>
        <b>{placeOf(method)}</b>
        {when !== null && <span>{when}</span>}
      </p>
    </>
  );
}

function placeOf({ address, restaurantName }: OrderMethod): string {
  if (address === null) return restaurantName;
  return `${address.streetAddress} ${address.apartmentNumber}`.trim();
}

/** When it is ready: the time that was chosen, else what the restaurant reckons now, or why it takes no orders. */
function useWhen({ orderType, preorderTime }: OrderMethod): string | null {
  const now = useNow(60_000);
  const availability = useShopNews()?.availability;
  if (preorderTime !== null) return ADDRESS_LINE.preorder(wallTimeText(preorderTime, now));
  if (!availability) return null;
  return wordsOf(availability, orderType).join(" · ");
}

/** How long it takes, or why no orders are taken; and what else is to be known: that it closes soon, or opens tomorrow (RS-13, RS-21). */
function wordsOf(availability: Availability, orderType: OrderType): string[] {
  const { selectorStatus, selectorText, statusText, openingHoursText, estimateMinutes } = availability;
  const first = selectorStatus === "Open" ? ADDRESS_LINE.estimate[orderType](estimateMinutes) : selectorText;
  const more = [statusText, openingHoursText].filter(
    (words) => words !== "" && !ADDRESS_LINE.usual.includes(words),
  );
  return [...new Set([first, ...more])];
}

/** `2026-11-27 18:30` as one says it: `Huomenna 18.30`. */
function wallTimeText(wallTime: string, now: number): string {
  const [day = "", clock = ""] = wallTime.split(" ");
  return `${dayName(day, now)} ${clock.replace(/^0/, "").replace(":", ".")}`;
}
