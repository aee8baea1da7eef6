import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** Where this page stands among those of the visit; 0 for the first. */
function place(): number {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number"
    ? state.idx
    : 0;
}

/** The way out of what is shown over the menu: to where one came from, else to the menu (CM-01). */
export function useWayBack(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [openedAt] = useState(place);
  return useCallback(() => {
    if (openedAt === 0)
      return void navigate({ pathname: "/menu", search }, { replace: true, preventScrollReset: true });
    // Modals that were opened on the way are steps of their own.
    void navigate(openedAt - place() - 1);
  }, [navigate, openedAt, search]);
}
