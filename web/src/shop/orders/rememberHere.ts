/** Whether this browser keeps address and last order from order to order: only where somebody asked for it (docs/spec/people.md, "This browser"). */
import { keptStore } from "../../lib/keptStore";

interface Remembering {
  /** Until when, epoch ms; `null`: not at all. */
  until: number | null;
}

const NAME = "ovelle.remember";
/** So long after the last order. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

const useStore = keptStore<Remembering>(
  NAME,
  { until: null },
  {
    read: (text) => {
      const until = Number(text);
      return Number.isSafeInteger(until) && until > 0 ? { until } : null;
    },
    write: ({ until }) => (until === null ? null : String(until)),
  },
);

window.addEventListener("storage", ({ key }) => {
  if (key === NAME) useStore.reread();
});

/** Whether it is kept, as pages show it. */
export function useIsRemembered(): boolean {
  return useStore(({ until }) => until !== null);
}

/** Whether it is kept now. */
export function isRemembered(now = Date.now()): boolean {
  const { until } = useStore.getState();
  return until !== null && now < until;
}

/** Keeps it for thirty days from now on. */
export function remember(): void {
  useStore.setState({ until: Date.now() + KEPT_MS });
}

/** Keeps it no longer than the order that is under way needs it. */
export function rememberNoMore(): void {
  useStore.setState({ until: null });
}
