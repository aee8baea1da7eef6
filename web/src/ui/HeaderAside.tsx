import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** Where the minimal header takes up what its page has to say; `null` outside a shell. */
export const HeaderSlot = createContext<HTMLElement | null>(null);

/** What stands top right in the minimal header, said by the page: how live it is, or the way back. */
export function HeaderAside({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlot);
  return slot ? createPortal(children, slot) : children;
}
