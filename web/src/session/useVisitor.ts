import { useQuery } from "@tanstack/react-query";
import type { UserSession } from "../api/wire";
import { sessionQuery } from "./userSession";

/** Who is signed in, for pages that are none without it. */
export interface Visitor {
  /** `undefined` until it is known. */
  session: UserSession | undefined;
  /** Whether it could not be asked. */
  failed: boolean;
  retry(): void;
}

/** Who is signed in; asked for at once. */
export function useVisitor(): Visitor {
  const { data, isError, refetch } = useQuery(sessionQuery);
  return { session: data, failed: isError && data === undefined, retry: () => void refetch() };
}
