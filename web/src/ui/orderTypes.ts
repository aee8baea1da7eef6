import type { OrderType } from "../api/wire";

/** How an order reaches its eater, in words; every feature that names an order shows these. */
export const ORDER_TYPES: Record<OrderType, string> = {
  delivery: "Kuljetus",
  pickup: "Nouto",
  eatin: "Paikan päällä",
};

/** The windows of the stairwell: an order that is fetched has no way to go. */
export const WINDOWS: Record<OrderType, readonly string[]> = {
  delivery: ["Tilattu", "Keittiö", "Uuni", "Matka", "Ovi"],
  pickup: ["Tilattu", "Keittiö", "Uuni", "Tiski"],
  eatin: ["Tilattu", "Keittiö", "Uuni", "Tiski"],
};
