import { useQueryClient } from "@tanstack/react-query";
import { get, send } from "../api/client";
import type { User, UserSession } from "../api/wire";
import { CUSTOMER } from "./session";
import { leave } from "./signOut";
import { become, sessionQuery } from "./userSession";

/** What changes who is signed in. */
export interface UserActions {
  /** Somebody has signed in, registered, or is known anew. */
  become(session: UserSession): void;
  /** The account says something else of itself now. */
  update(user: User): void;
  /** Reads anew who is signed in. */
  reread(): Promise<unknown>;
  /** Signs out here, whatever becomes of the call. Answers whether the server knows it too. */
  signOut(): Promise<boolean>;
}

/** The ways in and out. */
export function useUserActions(): UserActions {
  const cache = useQueryClient();
  return {
    become: (session) => become(cache, session),
    update: (user) =>
      cache.setQueryData<UserSession>(sessionQuery.queryKey, (known) => ({
        roles: known?.roles ?? [],
        user,
      })),
    reread: () => cache.refetchQueries({ queryKey: sessionQuery.queryKey }),
    signOut: () => leave(cache),
  };
}

/** The session of who has just signed in or registered; the roles of the call centre are in no other answer. */
export function sessionOf(answer: User | UserSession): Promise<UserSession> {
  // Of the staff without the call centre's role, and of who must set up a second factor first.
  if ("roles" in answer) return Promise.resolve({ user: null, roles: answer.roles });
  const isCustomer = answer.customerSegment === CUSTOMER;
  return isCustomer ? Promise.resolve({ user: answer, roles: [] }) : send(get("/api/users/session"));
}
