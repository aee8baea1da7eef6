import type { Topic } from "../topic";
import type { OrderAccess } from "./access";
import { createOrderWatch, type Watch } from "./watch";

/** Orders, each watched by the right that somebody has to it. */
export const orderTopic: Topic<OrderAccess, Watch> = {
  nameOf: (access) => access.name,
  open: createOrderWatch,
};
