/** So long it is waited for the network after a first failure, then twice as long each time; milliseconds. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** Resolves when the browser says that the network is back, or when it is time for another try: not every network that is gone is known to be. */
export function networkMayBeBack(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_MS, FIRST_MS * 2 ** tries));
    window.addEventListener("online", done);
  });
}
