import { useQuery } from "@tanstack/react-query";
import { get, send } from "./client";

/** What the installation says of itself; read once per visit. */
export function useClientConfig() {
  return useQuery({
    queryKey: ["config"],
    queryFn: ({ signal }) => send(get("/api/config"), { signal }),
    staleTime: Infinity,
  });
}
