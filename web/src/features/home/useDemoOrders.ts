import { useQuery } from "@tanstack/react-query";
import { get, send } from "../../api/client";
import { useClientConfig } from "../../api/useClientConfig";
import type { DemoOrder } from "../../api/wire";

/** How often the list of running orders is read. */
const REFRESH_MS = 4_000;

/** Whether this installation is the demo; where nobody says so, it is none. */
export function useIsDemo(): boolean | "pending" {
  const { data, isPending } = useClientConfig();
  return isPending ? "pending" : (data?.demo ?? false);
}

/** The running orders of the demo city, newest first; kept fresh while the page is in sight. */
export function useDemoOrders(): { orders: DemoOrder[] | null; failed: boolean } {
  const orders = useQuery({
    queryKey: ["demo", "orders"],
    queryFn: ({ signal }) => send(get("/api/demo/orders"), { signal }),
    refetchInterval: REFRESH_MS,
  });
  return { orders: orders.data?.orders ?? null, failed: orders.isError };
}
