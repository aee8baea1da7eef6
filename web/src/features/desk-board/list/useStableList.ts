import { useMemo, useState } from "react";
import type { Rows } from "../../../live/topics/board/state";
import type { Section } from "../selection";
import { changesBetween } from "./stableList";

interface Layout {
  /** What was asked for: another question is answered at once. */
  question: string;
  sections: Section[];
  rows: Rows;
}

/** The list as it is shown. */
export interface StableList extends Layout {
  /** How many rows wait to come, go or change places. */
  changes: number;
  /** Lets them. */
  settle(): void;
}

/** Keeps the list in its order while it is `held`; what is in the rows changes all the same. */
export function useStableList(wanted: Layout, held: boolean): StableList {
  const [shown, setShown] = useState(wanted);
  const keeps = held && shown.question === wanted.question;
  const stale = shown.sections !== wanted.sections || shown.rows !== wanted.rows;
  if (!keeps && stale) setShown(wanted);
  const { sections } = keeps ? shown : wanted;
  const rows = useMemo(
    // What has left the board meanwhile stays as it last was.
    () => (keeps ? new Map([...shown.rows, ...wanted.rows]) : wanted.rows),
    [keeps, shown.rows, wanted.rows],
  );
  const changes = useMemo(
    () => (keeps ? changesBetween(shown.sections, wanted.sections) : 0),
    [keeps, shown.sections, wanted.sections],
  );
  return {
    question: wanted.question,
    sections,
    rows,
    changes,
    settle: () => setShown(wanted),
  };
}
