import { QueryClient } from "@tanstack/react-query";

/** The cache of what the server said; what was asked once is not asked again at each turn of a page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: 2, staleTime: 30_000 } } });
}
