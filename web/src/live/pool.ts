/** Things that several pages may hold at once: made for the first, ended after the last. */

/** What can be shared: something with a page's end. */
interface Shareable {
  page: { retry(): void; close(): void };
}

/** One page's hold; what it asks for after it has let go is not done. */
export interface Hold {
  retry(): void;
  close(): void;
}

/** A pool; see {@link createPool}. */
export interface Pool<One extends Shareable> {
  /** The one of this name, made where there is none yet. */
  hold(name: string, make: () => One): { one: One; hold: Hold };
}

/** Makes a pool; `onFirst` is told of each new one, `onGone` after each that ended. */
export function createPool<One extends Shareable>(
  onFirst: (one: One) => void,
  onGone: () => void,
): Pool<One> {
  const entries = new Map<string, { one: One; holds: number }>();

  function enter(name: string, make: () => One): One {
    const entry = entries.get(name) ?? { one: make(), holds: 0 };
    entry.holds += 1;
    if (entry.holds > 1) return entry.one;
    entries.set(name, entry);
    onFirst(entry.one);
    return entry.one;
  }

  function leave(name: string) {
    const entry = entries.get(name);
    if (!entry) return;
    entry.holds -= 1;
    if (entry.holds > 0) return;
    entries.delete(name);
    entry.one.page.close();
    onGone();
  }

  return {
    hold(name, make) {
      const one = enter(name, make);
      let open = true;
      const retry = () => {
        if (open) one.page.retry();
      };
      const close = () => {
        if (open) leave(name);
        open = false;
      };
      return { one, hold: { retry, close } };
    },
  };
}
