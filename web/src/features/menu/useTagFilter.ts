import { useCallback } from "react";
import { useSearchParams } from "react-router";

const PARAMETER = "rajaus";

/** The filter of the menu. */
export interface TagFilter {
  tag: string | null;
  /** It alone, as it stands in addresses after `?`. */
  search: string;
  /** Sets it, or takes it away. */
  toggle: (name: string) => void;
}

/** The tag by which the menu is filtered, as the address says it; changing it leaves no step to go back (MN-12). */
export function useTagFilter(): TagFilter {
  const [parameters, setSearch] = useSearchParams();
  const tag = parameters.get(PARAMETER);
  const search = tag === null ? "" : `?${new URLSearchParams({ [PARAMETER]: tag }).toString()}`;
  const toggle = useCallback(
    (name: string) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (isSame(before.get(PARAMETER), name)) after.delete(PARAMETER);
          else after.set(PARAMETER, name);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { tag, search, toggle };
}

/** Whether two names mean the same tag, in any case. */
export function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
