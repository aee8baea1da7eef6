import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useState } from "react";

type Reason = "pointer" | "focus";

/**
 * The list and what belongs to it: held while a mouse rests on it, or while something in it has the focus. The grid
 * itself, as long as no row of it has been come to, holds nothing.
 */
export function HeldArea({ onHold, children }: { onHold: (held: boolean) => void; children: ReactNode }) {
  const [reasons] = useState(() => new Set<Reason>());
  // A list that goes away is held by nobody.
  useEffect(() => () => onHold(false), [onHold]);

  function hold(reason: Reason, now: boolean) {
    if (now) reasons.add(reason);
    else reasons.delete(reason);
    onHold(reasons.size > 0);
  }

  return (
    <div
      onPointerEnter={(event: PointerEvent) => event.pointerType === "mouse" && hold("pointer", true)}
      onPointerLeave={() => hold("pointer", false)}
      onFocus={(event: FocusEvent) => hold("focus", event.target.getAttribute("role") !== "grid")}
      onBlur={(event: FocusEvent) =>
        event.currentTarget.contains(event.relatedTarget) || hold("focus", false)
      }
    >
      {children}
    </div>
  );
}
