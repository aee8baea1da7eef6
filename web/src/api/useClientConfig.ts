import { useQuery } from "@tanstack/react-query";
import { get } from "./client";
import type { ClientConfig } from "./wire";

/** What the installation says of itself; read once per visit. */
export function useClientConfig() {
  return useQuery({
    queryKey: ["config"],
    queryFn: ({ signal }) => get<ClientConfig>("/api/config", { signal }),
    staleTime: Infinity,
  });
}
