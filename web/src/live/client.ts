/** What all topics share: the tab's one line, its clock, and what happens to the tab. It knows no topic by name. */
import { createServerClock } from "./connection/clock";
import type { LiveEnv, TabSignal } from "./connection/env";
import { createTabLine } from "./connection/line";
import { createPool, type Hold } from "./pool";
import { createTimers } from "./timers";
import type { Opened, Topic } from "./topics/topic";

/** A tab that has been out of sight for so long closes its line until it is seen again. */
const HIDDEN_MS = 60_000;

/** The live client but for its topics; see {@link createClient}. */
export interface Client {
  /** Adds a topic. What is returned watches something of it; each hold must be closed. */
  add<Key, Page extends Hold>(topic: Topic<Key, Page>): (key: Key) => Page;
}

/** Makes the client of a tab. Nothing is opened before the first watch. */
export function createClient(world: LiveEnv): Client {
  const clock = createServerClock(world);
  const env = clock.listeningTo(world);
  const line = createTabLine(env, clock);
  const timers = createTimers<"out-of-sight">(env, () => line.sleep());
  let watched = 0;
  let stopSignals: (() => void) | null = null;

  function signal(what: TabSignal) {
    if (what === "hidden") return timers.set("out-of-sight", HIDDEN_MS);
    if (what === "offline") return line.cut();
    if (what === "online") line.mend();
    if (env.hidden()) return;
    timers.clear("out-of-sight");
    line.wake();
  }

  function begin({ user }: Opened<unknown>) {
    watched += 1;
    listenToTab();
    line.join(user);
  }

  function end() {
    watched -= 1;
    if (watched > 0) return;
    stopSignals?.();
    stopSignals = null;
    timers.clear("out-of-sight");
  }

  function listenToTab() {
    if (stopSignals) return;
    stopSignals = env.onSignal(signal);
    if (env.hidden()) timers.set("out-of-sight", HIDDEN_MS);
  }

  return {
    add<Key, Page extends Hold>(topic: Topic<Key, Page>) {
      const pool = createPool<Opened<Page>>(begin, end);
      return (key: Key) => {
        const { one, hold } = pool.hold(topic.nameOf(key), () => topic.open(env, key, line));
        return { ...one.page, ...hold };
      };
    },
  };
}
