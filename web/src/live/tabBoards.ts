import { onTab } from "./tab";
import { boardTopic } from "./topics/board/topic";
import type { Board } from "./topics/board/watch";

const boards = onTab(boardTopic);

/** Watches the board of these restaurants as a signed-in member of the staff; of none: of all they may see. */
export function watchBoard(restaurantIds: string[]): Board {
  return boards(restaurantIds);
}
