import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { fragmentsOf, withFragment, withoutFragment } from "./hash";

/** A modal of the address: whether it is open, and the ways in and out. */
export interface ModalHandle {
  isOpen: boolean;
  /** Adds it to the address, so that *back* closes it. */
  open(): void;
  /** Takes it out of the address again. */
  close(): void;
}

/** The entry that is being left: a second Esc before the browser has gone back must not go back twice. */
let leaving: string | null = null;

/** What a history entry remembers of the modal that made it. */
interface EntryState {
  openedModal?: string;
}

/** The modal of this name, as the address has it (SH-20). */
export function useModal(name: string): ModalHandle {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname, search, hash, key } = location;
  const isOpen = fragmentsOf(hash).includes(name);
  const wasOpenedHere = isOpenedBy(location.state, name);
  const open = useCallback(() => {
    if (isOpen) return;
    const to = { pathname, search, hash: withFragment(hash, name) };
    void navigate(to, { state: { openedModal: name } satisfies EntryState, preventScrollReset: true });
  }, [isOpen, pathname, search, hash, name, navigate]);
  const close = useCallback(() => {
    if (!isOpen) return;
    // Its own entry is left by going back; else *forward* would open it again, and *back* would show it twice.
    if (wasOpenedHere) {
      if (leaving === key) return;
      leaving = key;
      void navigate(-1);
    } else {
      const to = { pathname, search, hash: withoutFragment(hash, name) };
      void navigate(to, { replace: true, preventScrollReset: true });
    }
  }, [isOpen, wasOpenedHere, pathname, search, hash, key, name, navigate]);
  useEffect(() => {
    if (leaving !== key) leaving = null;
  }, [key]);
  return { isOpen, open, close };
}

/** The hash that opens a modal on a page where nothing else stands in it; within a page take {@link ModalLink}. */
export function modalHref(name: string): string {
  return withFragment("", name);
}

function isOpenedBy(state: unknown, name: string): boolean {
  return typeof state === "object" && state !== null && "openedModal" in state && state.openedModal === name;
}
