import { useQueryClient } from "@tanstack/react-query";
import { post, send } from "../api/client";
import type { StaffMember } from "../api/wire";
import { useSessionHints } from "./hints";
import { ME, rememberStaff, STAFF } from "./useStaff";

/** What changes who is signed in; pages of everybody do without. */
export interface Session {
  signIn(email: string, password: string): Promise<void>;
  changePassword(password: string, newPassword: string): Promise<void>;
  /** Signs out here, whatever becomes of the call: who leaves a desk must see that they have left. */
  signOut(): Promise<void>;
  /** The server has said that the session is over. */
  end(): void;
}

/** The ways in and out. */
export function useSession(): Session {
  const cache = useQueryClient();
  const remember = (member: StaffMember | null, ended: boolean) => {
    useSessionHints.setState({ ended });
    rememberStaff(cache, member);
  };
  /** What was read as somebody else is forgotten. */
  const forget = (ended: boolean) => {
    remember(null, ended);
    cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === STAFF[0] && queryKey[1] !== ME[1] });
  };
  return {
    async signIn(email, password) {
      remember(await send(post("/api/users/staff/sign-in", { body: { email, password } })), false);
    },
    async changePassword(password, newPassword) {
      await send(post("/api/users/staff/password", { body: { password, newPassword } }));
      await cache.refetchQueries({ queryKey: ME });
    },
    async signOut() {
      await send(post("/api/users/staff/sign-out")).catch(() => undefined);
      forget(false);
    },
    end: () => forget(true),
  };
}
