import { create } from "zustand";

/** What this visit remembers of its session, beside who is signed in, which the server knows. */
export interface SessionHints {
  /** Whether a session of the staff has ended without the person's doing. */
  ended: boolean;
  /** Whether a customer's has: they are asked whether to sign in again or to go on as a guest. */
  lost: boolean;
  /** Whether one has left by one's own hand: then one is led home, not to the door. */
  left: boolean;
}

const NONE: SessionHints = { ended: false, lost: false, left: false };

/** The hints of this visit. */
export const useSessionHints = create<SessionHints>()(() => NONE);

/** Sets the hints anew: what is not named is not so. */
export function hint(hints: Partial<SessionHints>): void {
  useSessionHints.setState({ ...NONE, ...hints });
}
