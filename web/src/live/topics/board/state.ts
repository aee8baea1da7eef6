/** What the live client knows of the staff's board, and how well it knows it. */
import type { BoardOrder } from "../../../api/wire";
import type { Mode } from "../delivery";

/** The rows of the board by their order's number. */
export type Rows = ReadonlyMap<string, BoardOrder>;

/**
 * Why there is no board (any more). `session-ended`: sign in; `too-large`: choose restaurants; `refused`: this person
 * may not see it.
 */
export type BoardProblem = "session-ended" | "too-large" | "refused";

/** All that a page shows of the board; the same object until something in it changes. */
export interface BoardState {
  mode: Mode;
  /** The newest known rows; kept through every loss of connection. `null` before there are any. */
  rows: Rows | null;
  problem: BoardProblem | null;
  /** When `rows` were last known to be true, epoch ms; brought up to date when delivery stops, not per frame. */
  trueAt: number | null;
  /** What the server's clock shows more than the reader's, milliseconds. */
  clockOffset: number;
}

/** What is known of a board that has just been asked for. */
export const NO_BOARD_YET: BoardState = {
  mode: "opening",
  rows: null,
  problem: null,
  trueAt: null,
  clockOffset: 0,
};
