import { useEffect } from "react";
import { elsewhere } from "./embed";
import { IS_BARRED, isPrivate } from "./privatePages";

/** What browsers have of the Navigation API, as far as it is needed here. */
interface Leaving extends Event {
  destination: { url: string; sameDocument: boolean };
}

let isGuarded = false;

/** Code once loaded goes on running within the page: from now on those pages are loaded anew, without it. */
function guard(navigation: EventTarget) {
  if (isGuarded) return;
  isGuarded = true;
  navigation.addEventListener("navigate", (event) => {
    const { destination } = event as Leaving;
    if (!destination.sameDocument || !isPrivate(destination.url) || isPrivate(window.location.href)) return;
    event.preventDefault();
    window.location.assign(destination.url);
  });
}

/** Code of the editors, from a host that the server allows; none where a browser cannot keep it off private pages. */
export function Script({ src }: { src: string }) {
  const url = elsewhere(src)?.href;
  useEffect(() => {
    const { navigation } = window as { navigation?: EventTarget };
    if (url === undefined || !navigation || IS_BARRED || isPrivate(window.location.href)) return;
    if ([...document.scripts].some((script) => script.src === url)) return;
    guard(navigation);
    const script = document.createElement("script");
    script.async = true;
    script.src = url;
    document.head.append(script);
  }, [url]);
  return null;
}
