import { create } from "zustand";

/** What this visit remembers of its session, beside who is signed in, which the server knows. */
export interface SessionHints {
  /** Whether a session has ended without the person's doing. */
  ended: boolean;
}

/** The hints of this visit. */
export const useSessionHints = create<SessionHints>()(() => ({ ended: false }));
