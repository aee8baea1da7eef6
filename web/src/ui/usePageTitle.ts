import { useEffect } from "react";

/** Puts the state of the page into the tab's title: `Matkalla, 9–13 min · Ovelle`. */
export function usePageTitle(state: string): void {
  useEffect(() => {
    document.title = `${state} · Ovelle`;
  }, [state]);
}
