import { useEffect } from "react";
import { useLocation } from "react-router";
import { track } from "../analytics/track";
import { pagePath } from "../analytics/pagePath";

/** What stood in the address by which somebody came; what it says is read later. */
export const LANDING = window.location.search;

/** Tells which pages are looked at. */
export function useVisits(): void {
  const { pathname } = useLocation();
  useEffect(() => track({ event: "page_view", path: pagePath(pathname) }), [pathname]);
}
