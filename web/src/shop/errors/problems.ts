/** The problems that are shown now (ER-01 to ER-05, ER-20 to ER-22). */
import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { create } from "zustand";
import { mergedByCode, shownCode } from "./merge";
import { DISPLAY, type ProblemDetails, type ShopProblem } from "./problem";

interface Problems {
  /** What pages and forms raised. */
  reported: readonly ShopProblem[];
  /** What the server said of the order at last. */
  judged: readonly ShopProblem[];
}

const NONE: Problems = { reported: [], judged: [] };
const useStore = create<Problems>()(() => NONE);
/** What the cart itself says in a bar stands until the server has judged anew (PR-12). */
const PASSING: ReadonlySet<ShopProblem["messageCode"]> = new Set([
  "promotion-code/already-added",
  "promotion-code/too-many",
]);

/** Raises a problem where the person is, unless it names another path itself (ER-03). */
export function report(problem: ShopProblem): void {
  const raised = here(problem);
  useStore.setState(({ reported, judged }) => ({
    reported: [...reported.filter(({ messageCode }) => messageCode !== problem.messageCode), raised],
    judged,
  }));
}

/** Puts what the server says of the order in the place of what it said before (PR-12). */
export function judge(judged: readonly ShopProblem[]): void {
  useStore.setState(({ reported, judged: before }) => ({
    reported: reported.filter(({ messageCode }) => !PASSING.has(messageCode)),
    // A dialog that is open stays until it is closed.
    judged: [...before.filter(({ displayKind }) => displayKind === DISPLAY.modal), ...judged.map(here)],
  }));
}

/** Closes a problem. */
export function dismiss(messageCode: ShopProblem["messageCode"]): void {
  keepOnly((problem) => shownCode(problem) !== messageCode);
}

/** Forgets what belongs to other pages than that at `path` (ER-03). */
export function forgetElsewhere(path: string): void {
  keepOnly(({ metadata }) => metadata.errorUrl === path);
}

/** Forgets all problems. */
export function forgetProblems(): void {
  useStore.setState(NONE);
}

/** The problems by the way in which they are shown, each code once. */
export interface ShownProblems {
  modals: readonly ShopProblem[];
  banners: readonly ShopProblem[];
  /** Not shown by themselves: a page says them where they belong. */
  silent: readonly ShopProblem[];
  dismiss: typeof dismiss;
}

/** What is to be shown; it goes when the path changes (ER-03). */
export function useProblems(): ShownProblems {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) forgetElsewhere(pathname);
    before.current = pathname;
  }, [pathname]);
  const problems = useStore();
  const all = useMemo(() => allOf(problems), [problems]);
  const of = (kind: number) => all.filter(({ displayKind }) => displayKind === kind);
  return { modals: of(DISPLAY.modal), banners: of(DISPLAY.banner), silent: of(DISPLAY.none), dismiss };
}

/** All problems of this moment, each code once; outside React. */
export function currentProblems(): readonly ShopProblem[] {
  return allOf(useStore.getState());
}

function allOf({ reported, judged }: Problems): ShopProblem[] {
  return mergedByCode([...reported, ...judged]);
}

function keepOnly(isKept: (problem: ShopProblem) => boolean) {
  useStore.setState(({ reported, judged }) => ({
    reported: reported.filter(isKept),
    judged: judged.filter(isKept),
  }));
}

function here(problem: ShopProblem): ShopProblem {
  const metadata: ProblemDetails = { errorUrl: window.location.pathname, ...problem.metadata };
  return { ...problem, metadata };
}
