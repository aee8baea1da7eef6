/** A document in which reCAPTCHA's script may run: the policy of the sign-in pages alone names its hosts. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { identityQuery } from "../../../session/identity";
import { REGISTER_PATH, SIGN_IN_PATH } from "../../../session/signInPath";
import { hasScript } from "./recaptcha";

/** Opens the sign-in page anew where another page's document led here, and what comes after it where the script has run. */
export function useCaptchaDocument(): void {
  const { data } = useQuery(identityQuery);
  const isElsewhere = data?.captcha.provider === "recaptcha";
  useEffect(() => {
    if (!isElsewhere) return;
    if (!isOfSignIn(pathOfDocument())) window.location.reload();
    return () => {
      if (hasScript() && !isOfSignIn(window.location.pathname)) window.location.reload();
    };
  }, [isElsewhere]);
}

/** The path with which the document was asked for, before the app led on. */
function pathOfDocument(): string {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded ? new URL(loaded.name, window.location.href).pathname : window.location.pathname;
}

function isOfSignIn(path: string): boolean {
  const small = path.toLowerCase();
  return [SIGN_IN_PATH, REGISTER_PATH].some((page) => small === page || small.startsWith(`${page}/`));
}
