/**
 * The shapes on the wire, under the names that the app uses. They are generated from the server's document:
 * `ovelle openapi > src/api/openapi.json`, then `npm run gen`.
 */
import type { components, paths } from "./schema";

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
export type BatchData = Schemas["BatchData"];
export type TrackingCustomer = Schemas["TrackedCustomer"];
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
export type BeatFrame = Frame<"beat">;
export type MessageCode = Schemas["MessageCode"];
export type ErrorBody = Schemas["ErrorBody"];
export type ClientConfig = Schemas["ClientConfig"];
export type Shop = Schemas["Shop"];
export type ShopSummary = Schemas["ShopSummary"];
export type DeliveringShop = Schemas["DeliveringShop"];
export type FoundShop = Schemas["FoundShop"];
export type Availability = Schemas["Availability"];
export type SelectorStatus = Schemas["SelectorStatus"];
export type PreorderDay = Schemas["PreorderDay"];
export type Place = Schemas["Place"];
export type SuggestedPlace = Schemas["SuggestedPlace"];
export type Experiments = Schemas["Experiments"];
export type MenuListing = Schemas["MenuListing"];
export type MenuCategory = Schemas["MenuCategory"];
export type MenuProduct = Schemas["MenuProduct"];
export type ProductView = Schemas["ProductView"];
export type IngredientRow = Schemas["IngredientRow"];
export type IngredientSlot = Schemas["IngredientSlot"];
export type ListedIngredient = Schemas["ListedIngredient"];
export type ComboView = Schemas["ComboView"];
export type CartBody = Schemas["CartBody"];
export type PricedCart = Schemas["PricedCart"];
export type PricedLine = Schemas["PricedLine"];
export type CartMessage = Schemas["CartMessage"];
export type CrossSellOption = Schemas["CrossSellOption"];
export type PricedCartItem = Schemas["PricedCartItem"];
export type PaymentErrorRow = Schemas["PaymentErrorRow"];
export type PaymentMethod = Schemas["PaymentMethod"];
export type PlaceOrderBody = Schemas["PlaceOrderBody"];
export type OrderPlaced = Schemas["OrderPlaced"];
export type OrderData = Schemas["OrderData"];
export type ShopFrame = Frame<"shop">;
export type DemoOrder = Schemas["DemoOrder"];
export type DemoOrders = Schemas["DemoOrders"];
export type User = Schemas["User"];
export type UserAddress = Schemas["UserAddress"];
export type UserSession = Schemas["UserSession"];
export type Identity = Schemas["Identity"];
export type FoundCustomers = Schemas["FoundCustomers"];
export type FoundCustomer = Schemas["CustomerByPhone"];
export type OnBehalf = Schemas["OnBehalfBody"];
export type NewTotp = Schemas["NewTotp"];
export type PastOrder = HistoryAnswer[number];
export type RecentOrder =
  paths["/api/commerce/v2/customers/orders/latest"]["get"]["responses"][200]["content"]["application/json"][number];
export type PastItem = PastOrder["orderItems"][number];
export type AddressBody =
  paths["/api/users/me/addresses"]["post"]["requestBody"]["content"]["application/json"];

type HistoryAnswer =
  paths["/api/commerce/v2/customers/me/orders/details"]["get"]["responses"][200]["content"]["application/json"];
type Frame<Type extends ServerFrame["type"]> = Extract<ServerFrame, { type: Type }>;
export type PageErrors = Schemas["PageErrors"];
export type PageVitals = Schemas["PageVitals"];
