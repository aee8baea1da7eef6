import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import {
  type BoardFilter,
  filterOf,
  openedIn,
  type View,
  viewIn,
  withFilter,
  withOpened,
  withView,
} from "./filter";
import { UrlEcho } from "./urlEcho";

/** What the page's address asks of the board, and how to ask for something else. */
export interface Filtering {
  filter: BoardFilter;
  /** The text as it is being written, a moment ahead of the address. */
  text: string;
  openedId: string | null;
  view: View;
  change(filter: Partial<BoardFilter>): void;
  open(orderId: string): void;
  close(): void;
  look(view: View): void;
}

/** The filter and the opened order, kept in the address. */
export function useFilter(): Filtering {
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const openedId = openedIn(query);
  const view = viewIn(query);
  // A letter must be there at once; the address follows.
  const [text, setText] = useState(filter.text);
  const echo = useRef(new UrlEcho());
  useEffect(() => {
    if (echo.current.follows(filter.text)) return;
    setText(filter.text);
  }, [filter.text]);
  // What was asked for last, a moment ahead of the address too: the next wish is added to it.
  const newest = useRef(query);
  const asked = useRef(new UrlEcho());
  useLayoutEffect(() => {
    if (!asked.current.follows(query.toString())) newest.current = query;
  }, [query]);

  function ask(next: URLSearchParams, replace: boolean) {
    newest.current = next;
    asked.current.write(next.toString());
    setQuery(next, { replace, preventScrollReset: true });
  }

  return {
    filter: { ...filter, text },
    text,
    openedId,
    view,
    // What one chose can be gone back from; what one writes is one way, letter by letter.
    change(next) {
      if (next.text !== undefined) {
        echo.current.write(next.text);
        setText(next.text);
      }
      const wanted = withFilter(newest.current, next);
      if (wanted.toString() !== newest.current.toString()) ask(wanted, next.text !== undefined);
    },
    // One step back, on a phone above all, leads from the order to the list.
    open: (orderId) => ask(withOpened(newest.current, orderId), openedIn(newest.current) !== null),
    close: () => ask(withOpened(newest.current, null), true),
    look(next) {
      if (next !== viewIn(newest.current)) ask(withView(newest.current, next), false);
    },
  };
}
