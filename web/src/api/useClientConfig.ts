import { queryOptions, useQuery } from "@tanstack/react-query";
import { get, send } from "./client";

/** What the installation says of itself; read once per visit. */
export const clientConfigQuery = queryOptions({
  queryKey: ["config"],
  queryFn: ({ signal }) => send(get("/api/config"), { signal }),
  staleTime: Infinity,
});

/** What the installation says of itself. */
export function useClientConfig() {
  return useQuery(clientConfigQuery);
}
