/** What is being built, kept with its tab: per product, and per line that is changed. */
import { type Drafts, draftsIn, isRecord } from "../../lib/drafts";
import { type Build, isSame, type Model } from "./configurator";
import { bareOf } from "./start";
import type { EditorMode } from "./useAdding";

/** What is being built of a product, in a size. */
export interface Draft {
  productId: string;
  sizeId: string;
  build: Build;
}

/** The drafts of this tab. */
export const DRAFTS: Drafts<Draft> = draftsIn("ovelle.building.1", readDraft);

/** What a draft is of. */
export function draftIdOf(slugOrId: string, mode: EditorMode): string {
  return mode.kind === "edit" ? `line ${mode.item.uuid}` : `product ${slugOrId}`;
}

/** What is worth keeping: all that differs from what opens by itself. `sizeId` is the wanted one. */
export function draftOf(
  model: Model,
  build: Build,
  sizeId: string,
  mode: EditorMode,
  tag: string | null,
): Draft | null {
  const { productId, productSizes } = model.product;
  const bare = bareOf(model, mode, tag);
  const bareSizeId = mode.kind === "edit" ? mode.item.sizeId : productSizes[0]?.productSizeID;
  const isBare = sizeId === bareSizeId && build.quantity === bare.quantity && isSame(model, build, bare);
  return isBare ? null : { productId, sizeId, build };
}

/** The server reads no more of a line, nor of what is on it. */
const MOST = 99;

function readDraft(value: unknown): Draft | null {
  if (!isRecord(value) || !isRecord(value["build"])) return null;
  const { productId, sizeId, build } = value;
  const { slots, doses, quantity } = build;
  const isWhole = typeof productId === "string" && typeof sizeId === "string" && isCount(quantity);
  if (!isWhole || quantity === 0 || !isEach(slots, isFields) || !isEach(doses, isCount)) return null;
  return { productId, sizeId, build: { slots, doses, quantity } };
}

function isEach<Value>(
  value: unknown,
  is: (one: unknown) => one is Value,
): value is Readonly<Record<string, Value>> {
  return isRecord(value) && Object.values(value).every(is);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST;
}

function isFields(value: unknown): value is readonly (string | null)[] {
  return (
    Array.isArray(value) && value.length <= MOST && value.every((id) => id === null || typeof id === "string")
  );
}
