import { type FocusEvent, type KeyboardEvent, useState } from "react";

/** The list of a combobox, and how keys move in it. */
export type Options = ReturnType<typeof useOptions>;

/** The list of a combobox: whether it is open, and which of its options the arrow keys stand at. */
export function useOptions(id: string, isAsked: boolean) {
  const [isClosed, setClosed] = useState(true);
  const [active, setActive] = useState(-1);
  const [count, setCount] = useState(0);
  const isShown = isAsked && !isClosed;
  const isOpen = isShown && count > 0;
  const at = isOpen && active < count ? active : -1;
  const restart = () => {
    setClosed(false);
    setActive(-1);
  };

  function onKeyDown(event: KeyboardEvent, clear: () => void) {
    const step = stepOf(event.key, at, count);
    if (event.key === "Escape" && isShown) setClosed(true);
    else if (event.key === "Escape" && isAsked) clear();
    else if (step !== null && isAsked && count > 0) {
      setClosed(false);
      setActive(step);
    } else if (event.key === "Enter" && isOpen) {
      document.getElementById(`${id}-${Math.max(at, 0)}`)?.click();
    } else return;
    event.preventDefault();
  }

  return {
    isShown,
    isOpen,
    at,
    activeId: at < 0 ? undefined : `${id}-${at}`,
    onKeyDown,
    onBlur(event: FocusEvent) {
      if (!event.currentTarget.contains(event.relatedTarget)) setClosed(true);
    },
    /** Opens it anew, at none of it. */
    restart,
    close: () => setClosed(true),
    setCount,
  };
}

/** Where an arrow key leads from an option; below 0 none is chosen. `null` for every other key. */
function stepOf(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at > 0 ? at - 1 : count - 1;
  return null;
}
