import type { OrderType } from "../api/wire";

/** The query flag that preselects each type (OS-04). */
export const TYPE_FLAGS: Record<OrderType, string> = {
  delivery: "kuljetus",
  pickup: "nouto",
  eatin: "paikan-paalla",
};
