import { askForLostStyles } from "./lostStyles";
import { networkMayBeBack } from "./networkBack";

/** Under this name a visit remembers that it was loaded anew by force. */
const MARK = "ovelle.reloaded";

/** What the window is told when a part of the page is not to be had any more. */
export const CHUNK_LOST = "ovelle:chunk-lost";

/** Loads the page anew, once per visit: a part of it that is not to be had any more was of an older version (SH-19). */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(MARK) !== null) return false;
    sessionStorage.setItem(MARK, "1");
  } catch {
    // Where nothing can be remembered, one could go on for ever.
    return false;
  }
  window.location.reload();
  return true;
}

/** The loader of a page; where its code does not come, the page is loaded anew before anything is said of it. */
export function page<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    // So often the code did not come though the server was there.
    let refusals = 0;
    for (let tries = 0; ; tries += 1) {
      try {
        if (tries > 0) await askForLostStyles();
        return await load();
      } catch (error) {
        if (await isServerThere()) {
          refusals += 1;
          // The network may have come back between the two: then the code is there as well.
          if (refusals === 1) continue;
          window.dispatchEvent(new Event(CHUNK_LOST));
          if (!reloadOnce()) throw error;
          return new Promise<Module>(() => {});
        }
        // Loading anew would leave the person with the browser's own page.
        await networkMayBeBack(tries);
      }
    }
  };
}

async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(window.location.href, { method: "HEAD", cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}
