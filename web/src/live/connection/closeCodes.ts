import { closeRows } from "../../api/closeCodes.gen";

/** When a closed line comes back: by the back-off, after a time drawn from a range the server asks for, or never. */
export type ComeBack = "backoff" | "never" | { fromMs: number; toMs: number };

/** What a client does about a close code. One that the table does not have comes back by the back-off. */
export function comeBackAfter(code: number): ComeBack {
  const row = closeRows.find((known) => known.code === code);
  if (row === undefined || row.then === "backOff") return "backoff";
  if (row.then === "never") return "never";
  const [from = 0, to = from] = row.afterSeconds;
  return { fromMs: from * 1_000, toMs: to * 1_000 };
}
