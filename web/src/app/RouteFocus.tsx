import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Outlet, useLocation, useMatch } from "react-router";
import { LiveRegion } from "../ui/LiveRegion";

/** After going to another page: focus moves to its title, which is read out. */
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

/** The path of the page, whatever is shown over it: going to what the menu holds, and back, is no going to another page. */
function usePage(): string {
  const { pathname } = useLocation();
  return useMatch("/menu/:overlay") ? "/menu" : pathname;
}
