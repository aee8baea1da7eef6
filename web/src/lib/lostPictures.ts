import { networkMayBeBack } from "./networkBack";

/** Marks a picture that did not come; `base.css` shows its room instead of the browser's sign for that. */
const LOST = "lost";
/** A picture that is not to be had at all is asked for so often by the clock; whenever the network is back in any case. */
const TRIES = 6;

/** Asks again for every picture that does not come, when the network is back and from time to time. */
export function keepAskingForPictures(): void {
  const tries = new WeakMap<HTMLImageElement, number>();
  const ask = (picture: HTMLImageElement) => {
    if (picture.isConnected && LOST in picture.dataset) picture.src = picture.getAttribute("src") ?? "";
  };
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement)) return;
    target.dataset[LOST] = "";
    const before = tries.get(target) ?? 0;
    tries.set(target, before + 1);
    if (before < TRIES) void networkMayBeBack(before).then(() => ask(target));
  };
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) delete target.dataset[LOST];
  };
  document.addEventListener("error", onError, true);
  document.addEventListener("load", onLoad, true);
  window.addEventListener("online", () => {
    for (const lost of document.querySelectorAll<HTMLImageElement>(`img[data-${LOST}]`)) {
      tries.delete(lost);
      ask(lost);
    }
  });
}
