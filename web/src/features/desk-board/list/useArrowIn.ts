import { useEffect } from "react";

/** Down, while nothing has the focus, is the table's first row: whoever comes to a fresh board need not look for the way in. */
export function useArrowIn(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" || event.defaultPrevented || event.target !== document.body) return;
      const first = document.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]');
      if (first === null) return;
      event.preventDefault();
      first.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
