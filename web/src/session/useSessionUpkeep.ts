/** Keeps it known who is signed in; the app calls it once. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSessionHints } from "./hints";
import { become, NOBODY, sessionQuery } from "./userSession";
import { CUSTOMER, HERE } from "./session";
import { keepMember } from "./wasMember";

/** Asks once who is signed in, and hears of other tabs. */
export function useSessionUpkeep(): void {
  const cache = useQueryClient();
  const { data } = useQuery(sessionQuery);

  // Another tab has signed in or out.
  useEffect(() => {
    const hear = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== HERE || oldValue === newValue) return;
      if (newValue === null) become(cache, NOBODY, { left: true });
      else void cache.refetchQueries({ queryKey: sessionQuery.queryKey });
    };
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  }, [cache]);

  const user = data?.user;
  useEffect(() => {
    if (user?.customerSegment === CUSTOMER) keepMember(user.subscribedToLoyalty);
  }, [user]);

  const { lost } = useSessionHints();
  useEffect(() => {
    if (lost) become(cache, NOBODY, { lost: true });
  }, [cache, lost]);
}
