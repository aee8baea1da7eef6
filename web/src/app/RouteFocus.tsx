import { useEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { LiveRegion } from "../ui/LiveRegion";

/** After going to another page: focus moves to its content, its title is read out, and the view begins at its top. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState("");
  const seen = useRef(pathname);
  useEffect(() => {
    // The first page is read by the browser itself.
    if (seen.current === pathname) return;
    seen.current = pathname;
    document.getElementById("sisalto")?.focus({ preventScroll: true });
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
