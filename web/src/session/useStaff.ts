import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { ApiError, get, send } from "../api/client";
import type { StaffMember } from "../api/wire";
import { readText, removeText, writeText } from "../lib/textStorage";
import { useSessionHints } from "./hints";

/** What was read as a member of the staff has keys that begin so. */
export const STAFF = ["staff"];
/** Under which it is kept who that is. */
export const ME = [...STAFF, "me"];
/** Kept while a member of the staff is signed in with this browser. */
const STAFF_HERE = "ovelle.staff-here";
const ASK_ME = queryOptions({
  queryKey: ME,
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

/** Asks once who is signed in, and remembers it for every page of the staff. */
export function useStaff(): Staff {
  const me = useQuery(ASK_ME);
  const { ended } = useSessionHints();
  return {
    member: me.data,
    ended,
    failed: me.isError,
    retry: () => void me.refetch(),
  };
}

/** The member of the staff who is signed in, for pages of everybody: browsers that know no staff do not ask for one. */
export function useStaffMember(): StaffMember | null {
  const me = useQuery({ ...ASK_ME, enabled: readText(STAFF_HERE) !== null });
  return me.data ?? null;
}

/** Keeps who is signed in, and that this browser knows a member of the staff. */
export function rememberStaff(cache: QueryClient, member: StaffMember | null): void {
  if (member) writeText(STAFF_HERE, "1");
  else removeText(STAFF_HERE);
  cache.setQueryData<StaffMember | null>(ME, member);
}

async function whoAmI(signal: AbortSignal): Promise<StaffMember | null> {
  try {
    const member = await send(get("/api/users/staff/me"), { signal });
    writeText(STAFF_HERE, "1");
    return member;
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Whether a call failed for want of a session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "staff/unauthorized";
}
