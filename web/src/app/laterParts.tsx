import { lazy, useEffect } from "react";
import { watchVitals } from "../analytics/vitals";
import { readLanding } from "../analytics/attribution";
import "../analytics/dataLayer";
import { watchExperiments } from "../analytics/watchExperiments";
import { watchPageErrors } from "../analytics/pageErrors";
import "../shop/cart/tell";
import { useLaterUpkeep } from "../shop/useLaterUpkeep";
import { routePattern } from "./routePattern";
import { opening } from "../lib/arriving";
import { Once } from "./AppModals";
import { LANDING } from "./useVisits";
import { useSessionUpkeep } from "../session/useSessionUpkeep";
import { Added } from "./shell/Added";
import { Join } from "./shell/Join";
import { LostSession } from "./shell/LostSession";
import { ProblemDialog } from "./shell/ProblemDialog";
import { PreviewBar } from "./shell/PreviewBar";
import { COOKIES_MODAL, SIGN_OUT_MODAL } from "./shell/modalNames";
import { VersionBar } from "./shell/VersionBar";

export { ConsentBar } from "./shell/ConsentBar";
export { Footer } from "./shell/Footer";
export { Troubles } from "./shell/Troubles";

const SignOutDialog = lazy(() =>
  opening(() => import("./shell/SignOutDialog")).then((module) => ({ default: module.SignOutDialog })),
);
const CookieSettings = lazy(() =>
  opening(() => import("./shell/CookieSettings")).then((module) => ({ default: module.CookieSettings })),
);

/** What may open over every page, and what need not begin before a page stands. */
export function Overlays() {
  useEffect(() => {
    watchPageErrors();
    readLanding(LANDING);
    watchExperiments();
  }, []);
  useEffect(() => watchVitals(routePattern(window.location.pathname)), []);
  useSessionUpkeep();
  useLaterUpkeep();
  return (
    <>
      <ProblemDialog />
      <Once name={SIGN_OUT_MODAL} modal={SignOutDialog} />
      <LostSession />
      <Once name={COOKIES_MODAL} modal={CookieSettings} />
      <Added />
      <Join />
      <PreviewBar />
      <VersionBar />
    </>
  );
}
