import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { type MenuSection, sectionAt } from "../../products/sections";

/** A hash in the address brings its section into view, and its heading gets the focus (MN-10). */
export function useHashSection(sections: readonly MenuSection[]): void {
  const { hash, key } = useLocation();
  // Once for each press on the way there, not whenever the menu is refreshed.
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (hash === "" || done.current === key) return;
    const section = sectionAt(sections, hash);
    const heading = section && document.getElementById(section.anchor)?.querySelector("h2");
    if (!heading) return;
    done.current = key;
    heading.scrollIntoView({ block: "start" });
    heading.focus({ preventScroll: true });
  }, [hash, key, sections]);
}
