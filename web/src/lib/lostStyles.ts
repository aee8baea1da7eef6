import { networkMayBeBack } from "./networkBack";

/** Marks a stylesheet that did not come; `start.js` marks those of the first page. */
const LOST = "lost";

/** Asks until then again for every style that does not come: what stands without its style gets it as soon as it can be had. */
export function keepAskingForStyles(): void {
  const ask = async (tries: number): Promise<void> => {
    await networkMayBeBack(tries);
    await askForLostStyles().catch(() => ask(tries + 1));
  };
  let isAsking = false;
  const begin = () => {
    if (isAsking) return;
    isAsking = true;
    void ask(0).finally(() => (isAsking = false));
  };
  window.addEventListener(
    "error",
    ({ target }) => {
      if (!isSheet(target)) return;
      target.dataset[LOST] = "";
      begin();
    },
    true,
  );
  if (lostSheets().length > 0) begin();
}

/**
 * Asks once more for the styles that did not come. Who preloads a part of the page remembers its styles as come, whether
 * they did or not, and never asks again. Rejects where one does not come this time either.
 */
export function askForLostStyles(): Promise<void> {
  asking ??= Promise.all(lostSheets().map(replace)).then(
    () => void (asking = null),
    (error: unknown) => {
      asking = null;
      throw error;
    },
  );
  return asking;
}

/** Who asks meanwhile waits for the same answer. */
let asking: Promise<void> | null = null;

function replace(lost: HTMLLinkElement): Promise<void> {
  // A copy is fetched anew; in the same place, since later styles win.
  const again = lost.cloneNode() as HTMLLinkElement;
  delete again.dataset[LOST];
  return new Promise((come, gone) => {
    again.addEventListener("load", () => come());
    again.addEventListener("error", () => {
      again.dataset[LOST] = "";
      gone(new Error(`no ${again.href}`));
    });
    lost.replaceWith(again);
  });
}

function lostSheets(): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][data-${LOST}]`)];
}

function isSheet(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === "stylesheet";
}
