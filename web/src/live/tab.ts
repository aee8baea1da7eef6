import { type Client, createClient } from "./client";
import { browserEnv } from "./connection/env";
import type { Hold } from "./pool";
import type { Topic } from "./topics/topic";

let tab: Client | null = null;

/**
 * Watches something of a topic on the tab's one line, which is made when the first page watches. A page carries the topics
 * alone that it watches.
 */
export function onTab<Key, Page extends Hold>(topic: Topic<Key, Page>): (key: Key) => Page {
  let watch: ((key: Key) => Page) | null = null;
  return (key) => {
    tab ??= createClient(browserEnv());
    watch ??= tab.add(topic);
    return watch(key);
  };
}
