import { lazy } from "react";
import { opening } from "../../lib/arriving";
import type * as Editor from "../../products/editor/ProductEditor";

let coming: Promise<typeof Editor> | null = null;

/** Asks for the product editor, which comes while it is found out what an address names. */
export function loadEditor(): Promise<typeof Editor> {
  coming ??= opening(() => import("../../products/editor/ProductEditor"));
  return coming;
}

/** The product editor. */
export const ProductEditor = lazy(async () => ({ default: (await loadEditor()).ProductEditor }));
