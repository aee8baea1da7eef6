import { useEffect } from "react";
import { useLocation } from "react-router";
import { isWayIn, keepOrigin } from "../session/signInPath";

/** Remembers the page that one goes to sign in from: signing in leads back there (LG-20). */
export function useOrigin(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!isWayIn(pathname)) keepOrigin(pathname + search);
  }, [pathname, search]);
}
