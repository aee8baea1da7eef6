/** What happens, for the data layer: that comes later than the first of it does. */
import { buffered } from "../lib/buffered";
import type { ShopEvent } from "./events";

/** So many events wait; the oldest gives way. */
export const WAITING = 50;

const events = buffered<ShopEvent>(WAITING);

/** Tells the data layer what has happened. */
export const track = events.tell;

/** Hears all that has happened and will. */
export const onTrack = events.listen;
