/**
 * The shapes on the wire, under the names that the app uses. They are generated from the server's document:
 * `ovelle openapi > src/api/openapi.json`, then `npm run gen`.
 */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type OrderType = Schemas["OrderType"];
export type Source = Schemas["Source"];
export type Basis = Schemas["Basis"];
export type LatLng = Schemas["LatLng"];
export type Estimate = Schemas["Estimate"];
export type DayHours = Schemas["DayHours"];
export type WeekHours = Schemas["WeekHours"];
export type OrderInfo = Schemas["OrderInfo"];
export type SplitPayment = Schemas["SplitPayment"];
export type TrackingPayment = Schemas["Payment"];
export type TrackingLoyalty = Schemas["Loyalty"];
export type BatchData = Schemas["BatchData"];
export type TrackingCustomer = Schemas["TrackedCustomer"];
export type PostalAddress = Schemas["RestaurantAddress"];
export type TrackingRestaurant = Schemas["TrackedRestaurant"];
export type TrackingIngredient = Schemas["TrackedIngredient"];
export type TrackingItem = Schemas["TrackedItem"];
export type StatusEntry = Schemas["StatusEntry"];
export type Feedback = Schemas["Feedback"];
export type OrderTracking = Schemas["OrderTracking"];
export type CarPosition = Schemas["CarPosition"];
export type ServerFrame = Schemas["ServerFrame"] | ({ type: "board" } & BoardFrame);
export type ClientFrame =
  | { type: "subscribe"; topic: "order"; orderId: string; orderKey?: string; token?: string; since?: number }
  | { type: "subscribe"; topic: "board"; token: string; restaurantIds?: string[] }
  | { type: "unsubscribe"; topic: "order"; orderId: string }
  | { type: "unsubscribe"; topic: "board" }
  | { type: "ping" };
/** INTERIM: generated once the server's document has them. */
export interface BoardOrder {
  orderId: string;
  restaurantId: string;
  orderType: OrderType;
  status: number;
  seq: number;
  placedAt: string;
  promisedAt: string | null;
  preOrderTime: string | null;
  estimate: Estimate | null;
  late: boolean;
  customer: { name: string | null; phone: string | null; streetAddress: string | null; city: string | null };
}
export interface BoardFrame {
  orders: BoardOrder[];
  removed: string[];
}
export interface StaffOrders {
  orders: BoardOrder[];
  nextCursor: string | null;
}
export interface StaffEvent {
  seq: number;
  status: number;
  at: string;
  source: Source;
  keyName: string | null;
  note: string | null;
  staffNote: string | null;
}
export interface StaffOrder {
  order: OrderTracking;
  customer: BoardOrder["customer"];
  staffHistory: StaffEvent[];
  batchId: string | null;
  carId: string | null;
  externalId: string | null;
  trackingUrl: string;
  watching: boolean;
}
export interface StaffMember {
  email: string;
  restaurantIds: string[];
  mustChangePassword: boolean;
}
export type HelloFrame = Frame<"hello">;
export type SubscribedFrame = Frame<"subscribed">;
export type SnapshotFrame = Frame<"snapshot">;
export type StatusFrame = Frame<"status">;
export type PositionFrame = Frame<"position">;
export type EstimateFrame = Frame<"estimate">;
export type EndFrame = Frame<"end">;
export type ErrorFrame = Frame<"error">;
export type PongFrame = Frame<"pong">;
export type BeatFrame = Frame<"beat">;
export type ErrorBody = Schemas["ErrorBody"];
export type ClientConfig = Schemas["ClientConfig"];
export type DemoOrder = Schemas["DemoOrder"];
export type DemoOrders = Schemas["DemoOrders"];

type Frame<Type extends ServerFrame["type"]> = Extract<ServerFrame, { type: Type }>;
