import { keptStore } from "../lib/keptStore";

interface Closed {
  /** The `_uid` of each alert that was closed here, the latest last. */
  uids: readonly string[];
}

const KEPT = 50;

const useStore = keptStore<Closed>(
  "ovelle.alerts",
  { uids: [] },
  {
    read: (text) => ({ uids: text.split(" ").filter(Boolean) }),
    write: ({ uids }) => (uids.length > 0 ? uids.join(" ") : null),
  },
);

/** The alerts that were closed on this machine, on this visit or before. */
export function useClosedAlerts(): readonly string[] {
  return useStore(({ uids }) => uids);
}

/** Closes an alert for good. */
export function closeAlert(uid: string): void {
  const known = uid.replaceAll(" ", "");
  useStore.setState(({ uids }) => ({ uids: [...uids.filter((one) => one !== known), known].slice(-KEPT) }));
}
