/** What was put into the cart again just now: for a while it can be taken back. */
import { create } from "zustand";
import type { LineUnits } from "../cart/action";
import { dispatch } from "../cart/useCart";

/** So long taking it back is offered. */
export const OFFERED_MS = 10_000;

interface JustAdded {
  units: readonly LineUnits[];
  /** Rises with each addition, so that two in a row are two. */
  at: number;
  /** How many dialogs say it themselves: then no bar of the page does. */
  dialogs: number;
}

const NOTHING: JustAdded = { units: [], at: 0, dialogs: 0 };
const useStore = create<JustAdded>()(() => NOTHING);

/** Something was added. */
export function justAdded(units: readonly LineUnits[]): void {
  useStore.setState(({ at }) => ({ units, at: at + 1 }));
}

/** An addition is no more offered to be taken back; one that came after it still is. */
export function letStand(addition: number): void {
  useStore.setState((now) => (now.at === addition ? { units: [] } : now));
}

/** Takes it back. */
export async function takeBack(): Promise<void> {
  const { units, at } = useStore.getState();
  letStand(at);
  if (units.length > 0) await dispatch({ type: "removeUnits", units });
}

/** A dialog says it itself until the returned function is called. */
export function sayInDialog(): () => void {
  const add = (more: number) => useStore.setState(({ dialogs }) => ({ dialogs: dialogs + more }));
  add(1);
  return () => add(-1);
}

/** What can be taken back now: how many units, and which addition it was; none is 0. */
export function useJustAdded(): { count: number; at: number; isInDialog: boolean } {
  const { units, at, dialogs } = useStore();
  return { count: units.reduce((sum, { quantity }) => sum + quantity, 0), at, isInDialog: dialogs > 0 };
}
