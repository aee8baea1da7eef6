import { useEffect } from "react";
import { useConsent } from "../analytics/consent";
import { takesScripts } from "../lib/pageDocument";
import { elsewhere } from "./embed";

/**
 * Code of the editors, from a host that the server allows: by leave for marketing alone, and in a document of its own, which
 * no other page shares. A leave that is taken back ends it with the document.
 */
export function Script({ src }: { src: string }) {
  const url = elsewhere(src)?.href;
  const isAllowed = useConsent()?.marketing === true;
  useEffect(() => {
    if (url === undefined || !takesScripts(window.location.pathname)) return;
    const isLoaded = [...document.scripts].some((script) => script.src === url);
    if (isLoaded === isAllowed) return;
    if (isLoaded) return window.location.reload();
    const script = document.createElement("script");
    script.async = true;
    script.src = url;
    document.head.append(script);
  }, [url, isAllowed]);
  return null;
}
