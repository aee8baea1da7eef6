import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type BoardFilter, filterOf, openedIn, withFilter, withOpened } from "./filter";

/** What the page's address asks of the board, and how to ask for something else. */
export interface Filtering {
  filter: BoardFilter;
  /** The text as it is being written, a moment ahead of the address. */
  text: string;
  openedId: string | null;
  change(filter: Partial<BoardFilter>): void;
  open(orderId: string): void;
  close(): void;
}

/** The filter and the opened order, kept in the address. */
export function useFilter(): Filtering {
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const openedId = openedIn(query);
  // A letter must be there at once; the address follows.
  const [text, setText] = useState(filter.text);
  const written = useRef(filter.text);
  useEffect(() => {
    if (filter.text === written.current) return;
    written.current = filter.text;
    setText(filter.text);
  }, [filter.text]);
  return {
    filter: { ...filter, text },
    text,
    openedId,
    change(next) {
      if (next.text !== undefined) {
        written.current = next.text;
        setText(next.text);
      }
      setQuery((now) => withFilter(now, next), { replace: true, preventScrollReset: true });
    },
    // One step back, on a phone above all, leads from the order to the list.
    open(orderId) {
      const replace = openedId !== null;
      setQuery((now) => withOpened(now, orderId), { replace, preventScrollReset: true });
    },
    close() {
      setQuery((now) => withOpened(now, null), { replace: true, preventScrollReset: true });
    },
  };
}
