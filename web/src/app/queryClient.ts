import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/client";
import { logFailure } from "../lib/log";

/** How often a question is asked again that nobody has answered. */
const RETRIES = 2;
/** So long what was asked once is not asked again at each turn of a page (CK-37). */
const STALE_MS = 60_000;

/** The cache of what the server said. A question whose failure has a name has it logged. */
export function createQueryClient(): QueryClient {
  const retry = (failures: number, error: Error) =>
    failures < RETRIES && !(error instanceof ApiError && error.isRefusal);
  return new QueryClient({
    defaultOptions: { queries: { retry, staleTime: STALE_MS } },
    queryCache: new QueryCache({
      onError(error, { meta }) {
        if (typeof meta?.["failure"] === "string") logFailure(meta["failure"], error);
      },
    }),
  });
}
