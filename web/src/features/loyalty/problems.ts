/** What goes wrong with the programme, where it is told over the page. */
import { DISPLAY, type ShopProblem } from "../../shop/errors/problem";
import { WHEEL } from "./texts";

/** WH-18. */
export const WHEEL_FAILED: ShopProblem = {
  messageCode: "wheel/failed",
  message: WHEEL.failed,
  displayKind: DISPLAY.modal,
  metadata: {},
};
