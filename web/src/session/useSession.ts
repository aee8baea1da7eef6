import { useQueryClient } from "@tanstack/react-query";
import { post, send } from "../api/client";
import { become, NOBODY, STAFF_ME } from "./userSession";

/** What changes who of the staff is signed in. */
export interface Session {
  changePassword(password: string, newPassword: string): Promise<void>;
  /** Signs out here, whatever becomes of the call: who leaves a desk must see that they have left. */
  signOut(): Promise<void>;
  /** The server has said that the session is over. */
  end(): void;
}

/** The ways on and out. */
export function useSession(): Session {
  const cache = useQueryClient();
  /** What was read as somebody else is forgotten. */
  const forget = (ended: boolean) => become(cache, NOBODY, { ended });
  return {
    async changePassword(password, newPassword) {
      await send(post("/api/users/staff/password", { body: { password, newPassword } }));
      await cache.refetchQueries({ queryKey: STAFF_ME });
    },
    async signOut() {
      await send(post("/api/users/staff/sign-out")).catch(() => undefined);
      forget(false);
    },
    end: () => forget(true),
  };
}
