import { useEffect, useState } from "react";
import type { MenuSection } from "../../products/sections";

/** How far below the view's top a section counts as reached: what sticks there hides it (MN-11). */
export const SCROLL_OFFSET = 176;
/** What loads above may move a section by some pixels after one has gone to it. */
const SLACK = 24;
/** How often the position is looked at while the page scrolls (MN-08). */
const CHECK_EVERY_MS = 50;

/** The section in view, followed as the page scrolls; at first the one that comes first (MN-08, MN-09). */
export function useActiveSection(sections: readonly MenuSection[]): string | null {
  const [activeId, setActiveId] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const look = () => {
      timer = null;
      setActiveId(reached(sections));
    };
    const onScroll = () => {
      timer ??= setTimeout(look, CHECK_EVERY_MS);
    };
    look();
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("resize", onScroll, { passive: true });
    return () => {
      if (timer !== null) clearTimeout(timer);
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("resize", onScroll);
    };
  }, [sections]);
  return activeId ?? sections[0]?.id ?? null;
}

/** The last section whose top has passed the line; at the page's end the last of all. */
function reached(sections: readonly MenuSection[]): string | null {
  const isAtEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 2;
  if (isAtEnd) return sections.at(-1)?.id ?? null;
  const passed = sections.filter(({ anchor }) => {
    const top = document.getElementById(anchor)?.getBoundingClientRect().top;
    return top !== undefined && top <= SCROLL_OFFSET + SLACK;
  });
  return (passed.at(-1) ?? sections[0])?.id ?? null;
}
