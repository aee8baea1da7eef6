import { useQuery } from "@tanstack/react-query";
import { readVersion } from "../api/client";

/** A version is asked for again when it is so old (SH-18). */
const STALE_MS = 30_000;
/** An open page asks by itself, more seldom. */
const ASK_EVERY_MS = 5 * 60_000;

/** Whether the server is of another version than this page (SH-17); where it does not say, it is of ours. */
export function useNewVersion(): boolean {
  const { data } = useQuery({
    queryKey: ["version"],
    queryFn: ({ signal }) => readVersion(signal),
    staleTime: STALE_MS,
    refetchInterval: ASK_EVERY_MS,
    retry: false,
  });
  return isOther(data, ownVersion());
}

/** The version that the server wrote into this page; none where another served it. */
function ownVersion(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="ovelle-version"]')?.content;
}

/** Whether both are known, and differ. */
function isOther(servers: string | undefined, ours: string | undefined): boolean {
  return Boolean(servers) && Boolean(ours) && servers !== ours;
}
