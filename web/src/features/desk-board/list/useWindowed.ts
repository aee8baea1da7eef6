import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import type { GridItem } from "./gridItems";

/** Lines beyond the window's edges that are there all the same. */
const OVERSCAN = 8;
/** What a row is thought to be high before it has been seen, where the style sheet does not say: px. */
const ROW_HEIGHT = 49;

/** The lines that are there, and where. */
export interface Windowed {
  /** The element that the lines stand in. */
  body: RefObject<HTMLDivElement | null>;
  /** How high all lines are together, px. */
  height: number;
  lines: { item: GridItem; index: number; top: number }[];
  /** How many lines the window shows. */
  page: number;
  measure: (line: HTMLElement | null) => void;
}

/** The lines near the window as it is scrolled, and those that are `kept` wherever they are. */
export function useWindowed(items: readonly GridItem[], kept: readonly number[]): Windowed {
  const body = useRef<HTMLDivElement>(null);
  const { top, rowHeight } = usePlace(body);
  // What it returns is used here alone, and worked out anew at each render.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: items.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])]
        .filter((index) => index < range.count)
        .toSorted((a, b) => a - b),
    // A list that is hidden behind an opened order has no heights; they are as they were.
    measureElement: (line, entry) =>
      Math.round(entry?.borderBoxSize[0]?.blockSize ?? line.offsetHeight) || rowHeight,
  });
  useEffect(() => {
    virtualizer.measure();
    // What stands there may have its new height already, and nobody tells of it again: it is held against the new guess.
    virtualizer.getTotalSize();
    for (const line of virtualizer.elementsCache.values()) virtualizer.measureElement(line);
  }, [virtualizer, rowHeight]);
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  return {
    body,
    height: virtualizer.getTotalSize(),
    lines: virtualizer.getVirtualItems().flatMap(({ index, start }) => {
      const item = items[index];
      return item ? [{ item, index, top: start - top }] : [];
    }),
    page: Math.max(1, endIndex - startIndex - 1),
    measure: virtualizer.measureElement,
  };
}

/** Where the lines begin on the page, and how high the style sheet makes a row there: px. */
function usePlace(body: RefObject<HTMLElement | null>): { top: number; rowHeight: number } {
  // The page's layout is what is looked at; asked anew after each change of this list, which is when it may have moved.
  const top = useSyncExternalStore(onLayout, () => topOf(body.current));
  const rowHeight = useSyncExternalStore(onLayout, () => rowHeightOf(body.current));
  return { top, rowHeight };
}

function onLayout(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

function topOf(body: HTMLElement | null): number {
  return body === null ? 0 : Math.round(body.getBoundingClientRect().top + window.scrollY);
}

function rowHeightOf(body: HTMLElement | null): number {
  if (body === null) return ROW_HEIGHT;
  return Number(getComputedStyle(body).getPropertyValue("--row-height")) || ROW_HEIGHT;
}
