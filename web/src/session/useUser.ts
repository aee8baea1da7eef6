import { useQuery } from "@tanstack/react-query";
import type { User, UserSession } from "../api/wire";
import { sessionQuery } from "./userSession";

/** Who is signed in to the shop: `null` where nobody is, `undefined` while it is not known. It asks for nothing. */
export function useUser(): User | null | undefined {
  return useKnownSession()?.user;
}

/** The work places of the staff that who is signed in has; it asks for nothing. */
export function useRoles(): readonly string[] {
  return useKnownSession()?.roles ?? NONE;
}

const NONE: readonly string[] = [];

/** When it is asked for the upkeep says. */
function useKnownSession(): UserSession | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data;
}
