import { useInfiniteQuery } from "@tanstack/react-query";
import { get, send } from "../../../api/client";
import type { BoardOrder } from "../../../api/wire";
import { isSignedOut } from "../../../session/useStaff";
import { useDebounced } from "../../../ui/useDebounced";
import type { BoardFilter } from "../filter";

/** Whoever types is not asked after at each letter. */
const PAUSE_MS = 300;
/** Shorter texts find everything. */
const SHORTEST = 2;
/** The first page has no cursor. */
const FIRST_PAGE: string | null = null;

/** What the search beyond the board knows. */
export interface Search {
  /** Whether there is anything to search for. */
  wanted: boolean;
  /** Newest first; `null` until the first answer. */
  orders: BoardOrder[] | null;
  failed: boolean;
  signedOut: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  more(): void;
  retry(): void;
}

/** Finds any order by part of its number, phone, name or address. */
export function useSearch({ text, restaurantId }: BoardFilter): Search {
  const wanted = useDebounced(text.trim(), PAUSE_MS);
  const found = useInfiniteQuery({
    queryKey: ["staff", "search", wanted, restaurantId],
    queryFn: ({ pageParam, signal }) =>
      send(get("/api/staff/orders", { query: queryOf(wanted, restaurantId, pageParam) }), { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: wanted.length >= SHORTEST,
  });
  return {
    wanted: text.trim().length >= SHORTEST,
    orders: found.data?.pages.flatMap(({ orders }) => orders) ?? null,
    failed: found.isError,
    signedOut: isSignedOut(found.error),
    hasMore: found.hasNextPage,
    loadingMore: found.isFetchingNextPage,
    more: () => void found.fetchNextPage(),
    retry: () => void found.refetch(),
  };
}

function queryOf(q: string, restaurantId: string | null, cursor: string | null) {
  return { q, ...(restaurantId !== null && { restaurantId }), ...(cursor !== null && { cursor }) };
}
