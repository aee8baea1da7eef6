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
export type BoardOrder = Schemas["BoardOrder"];
export type BoardCar = Schemas["BoardCar"];
export type FoundOrder = Schemas["FoundOrder"];
export type FoundOrders = Schemas["FoundOrders"];
export type StaffEvent = Schemas["StaffEvent"];
export type StaffOrder = Schemas["StaffOrder"];
export type StaffMember = Schemas["Me"];
export type LiveToken = Schemas["LiveToken"];
export type ServerFrame = Schemas["ServerFrame"];
export type ClientFrame = Schemas["ClientFrame"];
export type HelloFrame = Frame<"hello">;
export type SubscribedFrame = Frame<"subscribed">;
export type SnapshotFrame = Frame<"snapshot">;
export type StatusFrame = Frame<"status">;
export type PositionFrame = Frame<"position">;
export type EstimateFrame = Frame<"estimate">;
export type EndFrame = Frame<"end">;
export type BoardFrame = Frame<"board">;
export type CarsFrame = Frame<"cars">;
export type ErrorFrame = Frame<"error">;
export type PongFrame = Frame<"pong">;
export type BeatFrame = Frame<"beat">;
export type MessageCode = Schemas["MessageCode"];
export type ErrorBody = Schemas["ErrorBody"];
export type ClientConfig = Schemas["ClientConfig"];
export type Shop = Schemas["Shop"];
export type DemoOrder = Schemas["DemoOrder"];
export type DemoOrders = Schemas["DemoOrders"];

type Frame<Type extends ServerFrame["type"]> = Extract<ServerFrame, { type: Type }>;
