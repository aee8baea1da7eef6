/**
 * The shapes that travel between server and page.
 *
 * Times are RFC 3339 strings with offset, coordinates WGS 84 degrees, prices euros with at most two decimals. Unknown
 * fields and unknown frame types are ignored by both sides.
 */

/** How the customer gets the food. */
export type OrderType = "delivery" | "pickup" | "eatin";

/** Who reported a status. */
export type Source = "shop" | "kitchen" | "dispatch" | "driver" | "staff";

/** What an estimate was reckoned from. */
export type Basis = "car" | "batch" | "kitchen";

/** A point on the earth, WGS 84 degrees. */
export interface LatLng {
  lat: number;
  lng: number;
}

/** When the order arrives: minutes counted from `at`; the reader counts down, never below zero. */
export interface Estimate {
  at: string;
  minutes: number;
  from: number;
  to: number;
  basis: Basis;
}

/** Opening hours of one day, `HH:mm` in Helsinki; an end at or before the start is on the next day. */
export interface DayHours {
  start: string;
  end: string;
}

/** Opening hours of a week; `null` is a closed day. */
export interface WeekHours {
  mon: DayHours | null;
  tue: DayHours | null;
  wed: DayHours | null;
  thu: DayHours | null;
  fri: DayHours | null;
  sat: DayHours | null;
  sun: DayHours | null;
}

/** Where the order stands. */
export interface OrderInfo {
  status: number;
  isDeliveryOrder: boolean;
  orderType: OrderType;
  estimatedMinutesRemaining: number | null;
}

/** A campaign that paid for part of the order. */
export interface SplitPayment {
  campaignId: string;
  campaignName: string;
}

/** Payment as the tracking page may show it. */
export interface TrackingPayment {
  paymentMethod: string | null;
  discountDetails: { orderPaymentDetails: { splitPayments: SplitPayment[] } };
}

/** What the order meant for the customer's slices. */
export interface TrackingLoyalty {
  loyaltyDetailsStatus: "NotMember" | "NoSlices" | "Ready";
  slicesAdded: number;
}

/** The batch that the order travels in. */
export interface BatchData {
  estimatedMinutesFromBatchStart: number | null;
  batchStatusUpdatedAt: string;
}

/** Where the order goes. */
export interface TrackingCustomer {
  streetAddress: string | null;
  apartmentNumber: string | null;
  city: string | null;
  postalCode: string | null;
  shippingInstruction: string | null;
  coordinates: LatLng | null;
}

/** A postal address. */
export interface PostalAddress {
  streetAddress: string;
  postalCode: string;
  city: string;
}

/** Where the order comes from. */
export interface TrackingRestaurant {
  restaurantId: string;
  displayName: string;
  noDeliveryTracking: boolean;
  coordinates: LatLng;
  phone: string;
  email: string;
  address: PostalAddress;
  openingHours: WeekHours;
}

/** An ingredient of a product as ordered; `recipeQuantity` is what the recipe has. */
export interface TrackingIngredient {
  ingredientID: string | null;
  name: string;
  quantity: number;
  recipeQuantity: number;
  displayOrder: number;
  categoryId: string | null;
}

/** One row of the order; prices are euros for one piece. */
export interface TrackingItem {
  uuid: string;
  name: string;
  productId: string | null;
  sizeId: string | null;
  sizeName?: string | null;
  productCategoryId: string | null;
  categoryName?: string | null;
  quantity: number;
  itemPrice: number;
  discountedPrice: number | null;
  description: string | null;
  appliedCampaigns: Record<string, number>;
  ingredients: TrackingIngredient[];
}

/** A status that was reported, by whom and when; ordered by `seq`, never by `at`. */
export interface StatusEntry {
  seq: number;
  status: number;
  at: string;
  source: Source;
  note?: string | null;
}

/** What the customer thought of it, 1–4. */
export interface Feedback {
  rating: number;
  text: string | null;
  at: string;
}

/** The tracking payload: the answer of the tracking call, and `order` of a snapshot. */
export interface OrderTracking {
  orderId: string;
  seq: number;
  rev: number;
  placedAt: string;
  orderInfo: OrderInfo;
  payment: TrackingPayment;
  loyalty: TrackingLoyalty;
  batchData: BatchData | null;
  customer: TrackingCustomer;
  restaurant: TrackingRestaurant;
  orderItems: TrackingItem[];
  statusHistory: StatusEntry[];
  estimate: Estimate | null;
  preOrderTime: string | null;
  promisedAt: string | null;
  stopsBefore: number | null;
  feedback: Feedback | null;
}

/** Where the car is; shown only while the order is being delivered. */
export interface CarPosition {
  lat: number;
  lng: number;
  headingDeg: number | null;
  speedKmh: number | null;
  at: string;
  stopsBefore: number | null;
}

export interface HelloFrame {
  type: "hello";
  protocol: number;
  beatSeconds: number;
  serverTime: string;
}
export interface SubscribedFrame {
  type: "subscribed";
  topic: "order";
  orderId: string;
  seq: number;
}
export interface SnapshotFrame {
  type: "snapshot";
  orderId: string;
  seq: number;
  rev: number;
  order: OrderTracking;
  car: CarPosition | null;
}
export interface StatusFrame {
  type: "status";
  orderId: string;
  seq: number;
  rev: number;
  status: number;
  at: string;
  source: Source;
  note: string | null;
  batchData: BatchData | null;
  stopsBefore: number | null;
  estimate: Estimate | null;
}
export interface PositionFrame {
  type: "position";
  orderId: string;
  lat: number;
  lng: number;
  headingDeg: number | null;
  speedKmh: number | null;
  at: string;
  stopsBefore: number | null;
}
export interface EstimateFrame {
  type: "estimate";
  orderId: string;
  rev: number;
  estimate: Estimate | null;
  stopsBefore: number | null;
}
export interface EndFrame {
  type: "end";
  orderId: string;
  reason: "completed" | "cancelled" | "expired";
}
export interface ErrorFrame {
  type: "error";
  orderId?: string;
  code: string;
  message: string;
}
export interface PongFrame {
  type: "pong";
}
export interface BeatFrame {
  type: "beat";
  delayed: boolean;
}

/** Everything the live socket says. */
export type ServerFrame =
  | HelloFrame
  | SubscribedFrame
  | SnapshotFrame
  | StatusFrame
  | PositionFrame
  | EstimateFrame
  | EndFrame
  | ErrorFrame
  | PongFrame
  | BeatFrame;

/** Everything the page says on the live socket. */
export type ClientFrame =
  | { type: "subscribe"; topic: "order"; orderId: string; orderKey: string; since?: number }
  | { type: "unsubscribe"; topic: "order"; orderId: string }
  | { type: "ping" };

/** The body of every failed call. */
export interface ErrorBody {
  messageCode: string;
  message: string;
  metadata: Record<string, unknown>;
}

/** What the page needs to know about the installation. */
export interface ClientConfig {
  version: string;
  demo: boolean;
  tileUrl: string | null;
  tileAttribution: string | null;
}

/** A running order of the demo city. */
export interface DemoOrder {
  orderId: string;
  orderType: OrderType;
  restaurantName: string;
  status: number;
  preOrderTime: string | null;
  trackingPath: string;
}

/** The running orders of the demo city, newest first. */
export interface DemoOrders {
  orders: DemoOrder[];
}
