/** What the data layer is told (docs/spec/people.md, "Data layer"): nothing of a person, no code, no key of an order. */

/** A thing that is looked at, put into the cart or bought. */
export interface EventItem {
  productId: string;
  sizeId: string;
  quantity: number;
}

/** A thing that is shown to draw the eye. */
export interface Promotion {
  promotionId: string;
  name: string;
  /** Where it stands, e.g. `carousel`. */
  slot: string;
}

/** A product of a list. */
export interface ListedItem {
  productId: string;
  /** The list that it stands in, e.g. `menu`. */
  list: string;
}

/** An order that is placed and paid, or about to be. */
export interface Purchase {
  orderId: string;
  /** In euros. */
  value: number;
  items: readonly EventItem[];
}

/** One event. */
export type ShopEvent =
  | { event: "page_view"; path: string }
  | ({ event: "view_promotion" | "select_promotion" } & Promotion)
  | { event: "view_item_list"; list: string }
  | ({ event: "select_item" } & ListedItem)
  | { event: "view_item" | "customize_product"; productId: string }
  | { event: "add_to_cart" | "remove_from_cart"; items: readonly EventItem[] }
  | { event: "view_cart" | "begin_checkout"; value: number | null; items: readonly EventItem[] }
  | { event: "add_shipping_info"; orderType: string }
  | { event: "add_payment_info"; method: string }
  | ({ event: "purchase" } & Purchase)
  | { event: "login" | "sign_up"; method: string }
  | { event: "join_loyalty" }
  | { event: "spin_wheel"; type: string }
  | { event: "experiment_view"; key: string; variant: string; forced: boolean };
