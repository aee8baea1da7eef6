import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { withFragment } from "./hash";

/** A link that opens a modal over this page: it keeps the rest of the address, and *back* closes it. */
export function ModalLink({
  name,
  className,
  label,
  children,
}: {
  name: string;
  className?: string | undefined;
  /** Its name for readers, where the children do not say it. */
  label?: string;
  children: ReactNode;
}) {
  const { pathname, search, hash } = useLocation();
  return (
    <Link
      to={{ pathname, search, hash: withFragment(hash, name) }}
      state={{ openedModal: name }}
      preventScrollReset
      className={className}
      {...(label !== undefined && { "aria-label": label })}
    >
      {children}
    </Link>
  );
}
