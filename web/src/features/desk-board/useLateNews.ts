import { useEffect, useMemo, useRef, useState } from "react";
import type { Rows } from "../../live/topics/board/state";
import { BOARD } from "./texts";
import { CHIME } from "./chime";
import { type Known, lateIn, newsIn } from "./lateNews";
import { useLateSound } from "./preference";

/** What is noticed of late orders. */
export interface LateNews {
  /** How many orders of the restaurant are late. */
  count: number;
  /** What is read out. */
  said: string;
  /** Those that became late while the board was open, and have not been seen since. */
  fresh: ReadonlySet<string>;
  onSeen(orderId: string): void;
}

/** Notices orders that become late, of one restaurant or of all: marks them, says so, and chimes where that is wanted. */
export function useLateNews(rows: Rows | null, restaurantId: string | null): LateNews {
  const known = useRef<Known | null>(null);
  const [said, setSaid] = useState("");
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const isShown = (orderId: string) =>
    restaurantId === null || rows?.get(orderId)?.restaurantId === restaurantId;
  const late = useMemo(() => (rows === null ? [] : lateIn(rows)), [rows]);

  useEffect(() => {
    if (rows === null) return;
    const news = known.current === null ? [] : newsIn(rows, known.current);
    known.current = new Set([...(known.current ?? []), ...late]);
    const shown = news.filter(isShown);
    setFresh((before) => next(before, late, shown));
    if (shown.length === 0) return;
    setSaid(BOARD.becameLate(shown));
    if (useLateSound.getState().on) CHIME.ring();
    // What is shown is asked of the restaurant that is chosen when the news comes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, late]);

  // A page that was opened anew may not sound before somebody has pressed something.
  useEffect(() => {
    const unlock = () => useLateSound.getState().on && CHIME.unlock();
    document.addEventListener("pointerdown", unlock, { once: true });
    document.addEventListener("keydown", unlock, { once: true });
    return () => {
      document.removeEventListener("pointerdown", unlock);
      document.removeEventListener("keydown", unlock);
    };
  }, []);

  return {
    count: late.filter(isShown).length,
    said,
    fresh,
    onSeen: (orderId) => setFresh((before) => without(before, orderId)),
  };
}

/** What is not late any more needs no mark. The same set where nothing changes. */
function next(before: ReadonlySet<string>, late: string[], news: string[]): ReadonlySet<string> {
  const stillLate = late.filter((orderId) => before.has(orderId));
  return news.length === 0 && stillLate.length === before.size ? before : new Set([...stillLate, ...news]);
}

function without(before: ReadonlySet<string>, orderId: string): ReadonlySet<string> {
  return before.has(orderId) ? new Set([...before].filter((one) => one !== orderId)) : before;
}
