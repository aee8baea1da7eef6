import { queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError, get, send } from "../api/client";
import type { StaffMember } from "../api/wire";
import { useSessionHints } from "./hints";
import { STAFF_ME } from "./userSession";

const ASK_ME = queryOptions({
  queryKey: STAFF_ME,
  queryFn: ({ signal }) => whoAmI(signal),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
});

/** Who is signed in, as far as is known. */
export interface Staff {
  /** `null` where nobody is; `undefined` until that is known. */
  member: StaffMember | null | undefined;
  /** Whether a session has ended without the person's doing. */
  ended: boolean;
  /** Whether it could not be asked. */
  failed: boolean;
  retry(): void;
}

/** Asks once who of the staff is signed in, and remembers it for every page of theirs; not at all where it is not `isDue`. */
export function useStaff(isDue = true): Staff {
  const me = useQuery({ ...ASK_ME, enabled: isDue });
  const { ended } = useSessionHints();
  return {
    member: me.data,
    ended,
    failed: me.isError,
    retry: () => void me.refetch(),
  };
}

async function whoAmI(signal: AbortSignal): Promise<StaffMember | null> {
  try {
    return await send(get("/api/users/staff/me"), { signal });
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Whether a call failed for want of a session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "staff/unauthorized";
}
