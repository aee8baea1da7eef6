/** The configurator: every rule of building a product, as functions of plain values. */
export { refusalToAdd, refusalToRemove, type RefusalToAdd, type RefusalToRemove } from "./bounds";
export {
  type Build,
  buildOf,
  type Doses,
  dosesOf,
  dosesOn,
  hasFields,
  recipeBuild,
  toppingsOn,
} from "./build";
export { allergensOf, type Change, changesOf, isCheaperAsCustom, isSame, sharedDoses } from "./changes";
export { applied, type BuildEvent } from "./events";
export { type Fault, faultsOf, isBare, needsTopping } from "./faults";
export { buildOfItem, itemOf, separateDips, type SeparateDip, unknownOn } from "./item";
export { buildOfKept, goneFrom } from "./kept";
export { isBase, isSpice, isTopping, type Model, modelOf } from "./model";
export { resized, type Resized } from "./resize";
export { isVeganTag, isVeganUpsell, withChoicesFor } from "./vegan";
