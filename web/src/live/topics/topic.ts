/** What a topic is to the rest of the live client: something that a page can watch. One folder beside this file each. */
import type { Hold } from "../pool";
import type { LiveEnv } from "../connection/env";
import type { LineUser, SharedLine } from "../connection/line";

/** A hold on something watched; `retry` tries again, where there is a problem or no connection. */
export interface Watching<State> extends Hold {
  /** What is known now; the same object until something in it changes. */
  getState(): State;
  /** Calls back on each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** Something watched: as the line sees it, and as its pages do. */
export interface Opened<Page> {
  user: LineUser;
  page: Page;
}

/** A topic. `Key` says what of it is watched, `Page` is what a page gets. */
export interface Topic<Key, Page> {
  /** What has the same name is the same, and is asked for once. */
  nameOf(key: Key): string;
  /** Begins to watch it; it joins the line afterwards. */
  open(env: LiveEnv, key: Key, line: SharedLine): Opened<Page>;
}
