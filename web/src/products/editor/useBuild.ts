/** A product while it is built: its model, what is chosen, and what another size took away. */
import { useCallback, useReducer } from "react";
import {
  applied,
  type Build,
  type BuildEvent,
  changesOf,
  dosesOf,
  dosesOn,
  isTopping,
  type Model,
  resized,
  toppingsOn,
} from "./configurator";
import { isOutOfStock } from "./button";
import { TOPPING } from "./texts";

/** All that a person's choices have led to. */
export interface BuildState {
  model: Model;
  build: Build;
  /** What it was when it was opened, in today's size: whether something was changed is told by it (PD-22). */
  start: Build;
  /** What was added since, in that order; a row stays when its doses are gone. */
  touched: readonly string[];
  /** Names of what the size that was chosen last does not have. */
  dropped: readonly string[];
  /** Ids of what was on it when it ran out, since it was opened. */
  ranOut: readonly string[];
  /** Whether the product itself ran out since. */
  isGone: boolean;
  /** What is read out of the last choice. */
  said: string;
}

/** A choice, or to begin anew. */
type Change = BuildEvent | { type: "restart" };
type Event = Change | { type: "model"; model: Model };

/**
 * Builds a product, or goes on with what was built of it. Another model (another size, something ran out) takes what is chosen
 * along.
 */
export function useBuild(model: Model, begin: (model: Model) => Build, goOn?: (model: Model) => Build) {
  const [state, dispatch] = useReducer(reduce, model, (first) =>
    started(first, begin(first), (goOn ?? begin)(first)),
  );
  if (state.model !== model) dispatch({ type: "model", model });
  const send = useCallback((change: Change) => dispatch(change), []);
  return { state, send };
}

function started(model: Model, start: Build, build: Build): BuildState {
  const added = changesOf(model, build).filter(
    ({ doses, ingredientId }) => doses > 0 && !model.slots.has(ingredientId),
  );
  return {
    model,
    build,
    start,
    touched: added.map(({ ingredientId }) => ingredientId),
    dropped: [],
    ranOut: [],
    isGone: false,
    said: "",
  };
}

function reduce(state: BuildState, event: Event): BuildState {
  if (event.type === "model") return moved(state, event.model);
  if (event.type === "restart") return started(state.model, state.start, state.start);
  const build = applied(state.model, state.build, event);
  if (build === state.build) return state;
  const next = { ...state, build };
  if (event.type !== "add" && event.type !== "remove") return next;
  const { ingredientId } = event;
  const touched = state.touched.includes(ingredientId) ? state.touched : [...state.touched, ingredientId];
  return { ...next, touched, said: saidOf(state.model, build, ingredientId) };
}

function moved(state: BuildState, model: Model): BuildState {
  const isOtherSize = model.product.sizeId !== state.model.product.sizeId;
  const { build, dropped } = resized(state.model, model, state.build);
  const start = resized(state.model, model, state.start).build;
  const next = { ...state, model, build, start };
  if (isOtherSize) return { ...next, dropped };
  return {
    ...next,
    ranOut: [...new Set([...state.ranOut, ...newlyOut(state.model, model, build)])],
    isGone: isOutOfStock(model) && (state.isGone || !isOutOfStock(state.model)),
  };
}

/** What is on it, and ran out between two models. */
function newlyOut(from: Model, to: Model, build: Build): string[] {
  const isOut = ({ rows }: Model, id: string) => rows.get(id)?.isOutOfStock === true;
  const on = dosesOf(to, build).map(({ ingredientId }) => ingredientId);
  return on.filter((id) => !isOut(from, id) && isOut(to, id));
}

function saidOf(model: Model, build: Build, id: string): string {
  const row = model.rows.get(id);
  if (!row) return "";
  const doses = dosesOn(model, build, id);
  const most = model.product.ingredientMeta.maxToppings;
  return isTopping(row)
    ? TOPPING.said(row.name, doses, toppingsOn(model, build), most)
    : TOPPING.saidAlone(row.name, doses);
}
