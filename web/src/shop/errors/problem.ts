/** What went wrong, as it is shown (ER-01, ER-02). */
import type { ErrorCode } from "../../api/client";

/** Codes that only the browser raises (ER-27). */
export type ClientCode =
  | "order-item-gone"
  | "order-item-missing"
  | "order-items/too-many"
  | "order-item-unexpected"
  | "order-item-ingredients"
  | "promotion-code/already-added"
  | "promotion-code/too-many"
  | "promotion-code/unexpected"
  | "product/not-found-combined"
  | "delivery/fee-changed"
  | "payment-cancelled"
  | "favourite/none-available"
  | "favourite/some-dropped"
  | "favourite/ingredients-dropped"
  | "reorder/none-available"
  | "reorder/unreachable"
  | "address/not-kept"
  | "wheel/failed"
  | "queue/failed";

/** How a problem is shown: in a dialog, in a bar, not at all (ER-02). */
export const DISPLAY = { modal: 0, banner: 1, none: 2 } as const;

/** A problem (ER-01). */
export interface ShopProblem {
  messageCode: ErrorCode | ClientCode;
  message: string;
  /** 0 modal, 1 banner, 2 none; as the server says it. */
  displayKind: number;
  metadata: ProblemDetails;
}

/** The line that a problem speaks of; its name is `null` where the product is unknown. */
export interface ProblemItem {
  uuid?: string;
  productId?: string;
  sizeId?: string;
  name?: string | null;
  quantity?: number;
}

/** What a problem says more. */
export interface ProblemDetails {
  /** The path where it was raised; elsewhere it is gone (ER-03). */
  errorUrl?: string;
  description?: string;
  item?: ProblemItem;
  /** The names of what had to go (ER-20). */
  invalidOrderNames?: readonly string[];
  [more: string]: unknown;
}

/** The line that a message of the server speaks of. */
export function itemIn(metadata: { item?: ProblemItem }): ProblemItem | undefined {
  return metadata.item;
}
