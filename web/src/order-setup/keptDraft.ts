/** What is being chosen in the set-up, kept with its tab until it is saved. */
import { type Drafts, draftsIn, isRecord } from "../lib/drafts";
import type { Address } from "../shop/cart/order";
import type { Draft } from "./draft";
import { ALL_TYPES } from "./offered";

/** What is kept of a draft: where a person is, and what it began with, is known anew. */
export type KeptDraft = Omit<Draft, "location" | "pinnedId">;

/** The drafts of this tab: where the set-up stands, and what its address said of it. */
export const DRAFTS: Drafts<KeptDraft> = draftsIn("ovelle.setup.2", readDraft);

const TEXTS = ["addressText", "searchText"] as const;
const TEXTS_OR_NONE = ["preorderTime", "restaurantId", "addressId"] as const;
const PLACE = ["streetAddress", "apartmentNumber", "city", "zipCode", "extraInfo"] as const;

/** The kept part of a draft. */
export function keptOf({ location: _location, pinnedId: _pinned, ...kept }: Draft): KeptDraft {
  return kept;
}

function readDraft(value: unknown): KeptDraft | null {
  return isDraft(value) ? value : null;
}

function isDraft(value: unknown): value is KeptDraft {
  if (!isRecord(value)) return false;
  const isText = (name: string) => typeof value[name] === "string";
  return (
    ALL_TYPES.some((type) => type === value["orderType"]) &&
    typeof value["isPreorder"] === "boolean" &&
    TEXTS.every(isText) &&
    TEXTS_OR_NONE.every((name) => value[name] === null || isText(name)) &&
    (value["address"] === null || isAddress(value["address"]))
  );
}

function isAddress(value: unknown): value is Address {
  if (!isRecord(value)) return false;
  return (
    PLACE.every((name) => typeof value[name] === "string") &&
    ["latitude", "longitude"].every((name) => typeof value[name] === "number")
  );
}
