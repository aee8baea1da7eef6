import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { ApiError, get, send } from "../../../api/client";
import type { StaffOrder } from "../../../api/wire";
import { NOTHING_YET, type WatchState } from "../../../live/live";
import { createWatchStore } from "../../../live/store";
import { watchOrderAsStaff } from "../../../live/tabOrders";
import { isSignedOut } from "../../../session/useStaff";

/** What is known of an opened order. */
export interface OpenedOrder {
  /** The order as its customer sees it, live. */
  watched: WatchState;
  /** What only the staff sees; read again when the order has changed. */
  detail: StaffOrder | null;
  problem: "not-found" | "signed-out" | "failed" | null;
  retry(): void;
}

/** Watches an order for as long as the component is there; give the component the order as its key. */
export function useStaffOrder(orderId: string): OpenedOrder {
  const [store] = useState(() => createWatchStore(() => watchOrderAsStaff(orderId), NOTHING_YET));
  const watched = useSyncExternalStore(store.subscribe, store.getState);
  const { data, error, refetch } = useQuery({
    queryKey: ["staff", "order", orderId],
    queryFn: ({ signal }) => send(get("/api/staff/orders/{orderId}", { path: { orderId } }), { signal }),
    refetchOnMount: "always",
  });
  const rev = watched.order?.rev ?? 0;
  const knownRev = data?.order.rev ?? null;
  useEffect(() => {
    if (knownRev !== null && rev > knownRev) void refetch();
  }, [rev, knownRev, refetch]);
  return {
    watched,
    detail: data ?? null,
    problem: problemOf(error),
    retry() {
      void refetch();
      store.retry();
    },
  };
}

function problemOf(error: Error | null): OpenedOrder["problem"] {
  if (!error) return null;
  if (isSignedOut(error)) return "signed-out";
  return error instanceof ApiError && error.code === "order/not-found" ? "not-found" : "failed";
}
