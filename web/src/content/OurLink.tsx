import type { ReactNode } from "react";
import { Link } from "react-router";
import { kindOf, ownPath } from "./url";

/** A link of the editors: pages of ours open within the app, others load (CT-18); what leads nowhere is words alone. */
export function OurLink({
  url,
  className,
  isNewWindow = false,
  onFollow,
  children,
}: {
  url: string;
  className?: string | undefined;
  isNewWindow?: boolean;
  /** Hears that somebody goes there. */
  onFollow?: () => void;
  children: ReactNode;
}) {
  const target = ownPath(url);
  const kind = kindOf(target);
  const window = isNewWindow ? { target: "_blank" } : {};
  if (kind === "none") return <span className={className}>{children}</span>;
  if (kind === "ours" && !isNewWindow) {
    return (
      <Link to={target} className={className} onClick={onFollow}>
        {children}
      </Link>
    );
  }
  return (
    <a href={target} className={className} onClick={onFollow} rel="noopener noreferrer" {...window}>
      {children}
    </a>
  );
}
