import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { historyPlace } from "../../lib/historyPlace";
import { fragmentsOf } from "../../ui/modal/hash";

/** The way out of what is shown over the menu: to where one came from, else to the menu (CM-01). */
export function useWayBack(): () => void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  // Modals that are open when the page is loaded anew were opened after it, a step each.
  const [openedAt] = useState(() => Math.max(0, historyPlace() - fragmentsOf(hash).length));
  return useCallback(() => {
    const steps = openedAt - historyPlace();
    if (openedAt === 0)
      return void navigate({ pathname: "/menu", search }, { replace: true, preventScrollReset: true });
    // Modals that were opened on the way are steps of their own.
    void navigate(steps - 1);
  }, [navigate, openedAt, search]);
}
