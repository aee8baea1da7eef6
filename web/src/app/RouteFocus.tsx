import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";
import { LiveRegion } from "../ui/LiveRegion";

/** After going to another page: focus moves to its title, which is read out, and the view begins at its top. */
export function RouteFocus() {
  const pathname = usePage();
  const [title, setTitle] = useState("");
  const seen = useRef(pathname);
  // Together with the page itself: whoever goes to one of its fields at once stays there.
  useLayoutEffect(() => {
    // The first page is read by the browser itself.
    if (seen.current !== pathname) focusPage();
  }, [pathname]);
  // The page's title comes a moment after it.
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return (
    <>
      <LiveRegion text={title} />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/** To the page's title, else to where its content begins. */
function focusPage(): void {
  const content = document.getElementById("sisalto");
  const heading = content?.querySelector<HTMLElement>("h1") ?? null;
  if (heading) heading.tabIndex = -1;
  (heading ?? content)?.focus({ preventScroll: true });
}

/** What a route says of itself. */
export interface PageHandle {
  /** Whether its children are shown over it: going to them, and back, is no going to another page. */
  holdsOverlays: boolean;
}

/** The path of the page, whatever is shown over it. */
function usePage(): string {
  const { pathname } = useLocation();
  const under = useMatches().find(({ handle }) => isHolding(handle));
  return under?.pathname ?? pathname;
}

function isHolding(handle: unknown): boolean {
  return (
    typeof handle === "object" &&
    handle !== null &&
    "holdsOverlays" in handle &&
    handle.holdsOverlays === true
  );
}
