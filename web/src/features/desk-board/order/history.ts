/** What happened to an order, as the staff reads it: the newest first. */
import type { StaffEvent, StaffOrder, StatusEntry } from "../../../api/wire";
import { type EventName, eventOf } from "../../../live/rules";
import { SOURCES } from "../../../order-status/texts";

/** One event. */
export interface OrderEvent {
  seq: number;
  name: EventName;
  at: string;
  /** Who said so: `keittiö`; of colleagues their address, too. Names of keys are nobody's. */
  who: string;
  /** What the customer reads. */
  note: string | null;
  /** What only colleagues read. */
  staffNote: string | null;
}

/** The events: those that came live since the detail was read have no more than the customer knows. */
export function eventsOf(live: readonly StatusEntry[], detail: StaffOrder | null): OrderEvent[] {
  const known = new Map(detail?.staffHistory.map((event) => [event.seq, event]));
  const seqs = new Set([...live.map(({ seq }) => seq), ...known.keys()]);
  return [...seqs]
    .toSorted((a, b) => b - a)
    .flatMap((seq) => {
      const event = known.get(seq) ?? live.find((entry) => entry.seq === seq);
      return event ? [eventFrom(event)] : [];
    });
}

function eventFrom(event: StatusEntry | StaffEvent): OrderEvent {
  const { seq, status, at, source, note } = event;
  const { keyName, staffNote } = "keyName" in event ? event : { keyName: null, staffNote: null };
  const who = source === "staff" && keyName ? `${SOURCES[source]}, ${keyName}` : SOURCES[source];
  return { seq, name: eventOf(status), at, who, note: note ?? null, staffNote: staffNote ?? null };
}
