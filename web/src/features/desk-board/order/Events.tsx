import {
  Car,
  ChefHat,
  Flame,
  House,
  MessageSquare,
  Navigation,
  Package,
  ReceiptText,
  Store,
  X,
} from "lucide-react";
import type { EventName } from "../../../live/rules";
import { timeAsOf } from "../../../lib/helsinki";
import { EVENTS, ORDER } from "../texts";
import type { OrderEvent } from "./history";
import styles from "./Order.module.css";

const ICONS: Record<EventName, typeof Car> = {
  received: ReceiptText,
  accepted: Store,
  inMaking: ChefHat,
  inOven: Flame,
  finished: Package,
  inBatch: Navigation,
  inCar: Car,
  waitingForDelivery: Car,
  inDelivery: Car,
  deliveryFailed: X,
  neverDelivered: X,
  delivered: House,
  feedbackAsked: MessageSquare,
  cancelled: X,
};

/** What happened, when, and who said so; the newest first. */
export function Events({ events, now }: { events: OrderEvent[]; now: number }) {
  return (
    <ol className={styles["events"]} reversed>
      {events.map((event) => (
        <Event key={event.seq} event={event} now={now} />
      ))}
    </ol>
  );
}

function Event({ event, now }: { event: OrderEvent; now: number }) {
  const { name, at, who, note, staffNote } = event;
  const Icon = ICONS[name];
  return (
    <li>
      <time dateTime={at}>{timeAsOf(Date.parse(at), now)}</time>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <b>{EVENTS[name]}</b> <span className={styles["who"]}>{who}</span>
        {note !== null && <Note title={ORDER.note} text={note} />}
        {staffNote !== null && <Note title={ORDER.staffNote} text={staffNote} />}
      </span>
    </li>
  );
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <span className={styles["note"]}>
      <span>{title}</span> {text}
    </span>
  );
}
