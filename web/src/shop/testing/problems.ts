import { currentProblems } from "../errors/problems";

/** What a person is told just now: how it is shown, and its words. */
export function shownProblems(): [kind: number, message: string][] {
  return currentProblems().map(({ displayKind, message }) => [displayKind, message]);
}
