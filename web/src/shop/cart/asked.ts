/** Actions that a person has asked for, with the order that they saw. */
import { buffered } from "../../lib/buffered";
import type { CartAction } from "./action";
import type { Order } from "./order";

const actions = buffered<{ action: CartAction; order: Order }>(50);

/** Tells of one. */
export const tellAsked = actions.tell;

/** Hears of all of them. */
export const onAsked = actions.listen;
