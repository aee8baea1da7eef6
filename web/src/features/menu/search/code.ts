import { lazy } from "react";
import { opening } from "../../../lib/arriving";

/** What is found, with the search itself: it comes when somebody first goes to the field. */
export const Findings = lazy(() =>
  opening(() => import("./Findings")).then((module) => ({ default: module.Findings })),
);
