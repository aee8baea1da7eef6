/** Under this name a visit remembers that it was loaded anew by force. */
const MARK = "ovelle.reloaded";

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
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) {
        // Loading anew would leave the person with the browser's own page.
        await networkBack();
        return await page(load)();
      }
      if (!reloadOnce()) throw error;
      return new Promise<Module>(() => {});
    }
  };
}

function networkBack(): Promise<unknown> {
  return new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
}
