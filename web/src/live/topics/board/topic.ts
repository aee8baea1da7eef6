import type { Topic } from "../topic";
import { type Board, createBoardWatch } from "./watch";

/** The staff's board, by the restaurants that it shows; of none: of all that the person may see. */
export const boardTopic: Topic<string[], Board> = {
  nameOf: (restaurantIds) => JSON.stringify(restaurantIds),
  open: createBoardWatch,
};
