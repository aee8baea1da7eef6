//! The shapes of the contract, as far as a city needs them.

pub(crate) mod shop;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How an order reaches its eater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WireOrderType {
    /// Brought to the door.
    Delivery,
    /// Fetched at the counter.
    Pickup,
    /// Eaten in the restaurant.
    Eatin,
}

impl WireOrderType {
    /// Its name on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Delivery => "delivery",
            Self::Pickup => "pickup",
            Self::Eatin => "eatin",
        }
    }
}

/// Where a restaurant does not say how many minutes it takes to a door, and to its counter.
const USUAL_MINUTES: (u32, u32) = (35, 15);

/// A restaurant, of `GET /api/commerce/v2/shops`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShopRow {
    pub(crate) restaurant_id: String,
    /// By which payments know it.
    #[serde(default)]
    pub(crate) external_id: Option<String>,
    pub(crate) display_name: String,
    pub(crate) city: String,
    pub(crate) has_delivery: bool,
    pub(crate) is_active: bool,
    pub(crate) no_delivery_tracking: bool,
    pub(crate) latitude: f64,
    pub(crate) longitude: f64,
    /// Minutes to a door.
    #[serde(default)]
    pub(crate) current_delivery_estimate: Option<u32>,
    /// Minutes until something can be fetched.
    #[serde(default)]
    pub(crate) current_pickup_estimate: Option<u32>,
}

impl ShopRow {
    /// How long it says that an order takes, minutes; none where it does not say.
    pub(crate) fn minutes(&self, order_type: WireOrderType) -> Option<u32> {
        let is_delivery = order_type == WireOrderType::Delivery;
        if is_delivery { self.current_delivery_estimate } else { self.current_pickup_estimate }
    }

    /// The same, or what is usual where it does not say.
    pub(crate) fn usual_minutes(&self, order_type: WireOrderType) -> u32 {
        let (to_a_door, to_the_counter) = USUAL_MINUTES;
        let usual = if order_type == WireOrderType::Delivery { to_a_door } else { to_the_counter };
        self.minutes(order_type).filter(|minutes| *minutes > 0).unwrap_or(usual)
    }

    /// What a server adds to the time at which an order is ready until it is at its door: seconds.
    pub(crate) fn way(&self, is_delivery: bool) -> i64 {
        let minutes = |order_type| i64::from(self.usual_minutes(order_type));
        let way = minutes(WireOrderType::Delivery) - minutes(WireOrderType::Pickup);
        if is_delivery { way.max(0) * 60 } else { 0 }
    }

    /// Where its counter is.
    pub(crate) fn coordinates(&self) -> CityPoint {
        CityPoint { lat: self.latitude, lng: self.longitude }
    }
}

/// Body of `POST /api/dispatch/orders`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Register<'a> {
    pub(crate) external_id: &'a str,
    pub(crate) order_type: WireOrderType,
    pub(crate) restaurant_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pre_order_time: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) promised_at: Option<Timestamp>,
    pub(crate) customer: &'a OrderingCustomer,
    pub(crate) order_items: &'a [OrderedItem],
}

/// Who ordered.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderingCustomer {
    pub(crate) name: String,
    pub(crate) phone: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) door: Option<DoorAddress>,
}

/// Where a delivery goes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DoorAddress {
    pub(crate) street_address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) apartment_number: Option<String>,
    pub(crate) postal_code: String,
    pub(crate) city: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shipping_instruction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) coordinates: Option<CityPoint>,
}

/// A place, WGS 84 degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct CityPoint {
    pub(crate) lat: f64,
    pub(crate) lng: f64,
}

/// A row of an order. Prices are euros for one piece.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderedItem {
    pub(crate) name: String,
    pub(crate) quantity: u32,
    pub(crate) product_id: String,
    pub(crate) product_category_id: String,
    pub(crate) category_name: String,
    pub(crate) size_id: String,
    pub(crate) size_name: String,
    pub(crate) item_price: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) discounted_price: Option<f64>,
    pub(crate) ingredients: Vec<OrderedIngredient>,
}

/// An ingredient of a row; more than the recipe is added, less is removed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderedIngredient {
    #[serde(rename = "ingredientID")]
    pub(crate) ingredient_id: String,
    pub(crate) name: String,
    pub(crate) quantity: u32,
    pub(crate) recipe_quantity: u32,
    pub(crate) display_order: u32,
    pub(crate) category_id: String,
}

/// Answer of `POST /api/dispatch/orders`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegisterAnswer {
    pub(crate) order_id: String,
    pub(crate) order_key: String,
    pub(crate) tracking_url: String,
}

/// Body of `POST /api/dispatch/orders/{orderId}/status`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatusRequest<'a> {
    pub(crate) status: i16,
    pub(crate) event_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) staff_note: Option<&'a str>,
}

/// Body of `POST /api/dispatch/orders/{orderId}/accept`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accept<'a> {
    pub(crate) preparation_minutes: u32,
    pub(crate) event_id: &'a str,
}

/// Body of `PUT /api/dispatch/batches/{batchId}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BatchRequest<'a> {
    pub(crate) car_id: &'a str,
    pub(crate) stops: &'a [String],
}

/// Body of `POST /api/dispatch/cars/{carId}/positions`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionRequest {
    pub(crate) lat: f64,
    pub(crate) lng: f64,
    pub(crate) at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) heading_deg: Option<f64>,
    pub(crate) speed_kmh: f64,
    pub(crate) accuracy_m: f64,
}

/// Answer of `POST /api/dispatch/orders/{orderId}/status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct StatusAnswer {
    pub(crate) seq: i64,
    pub(crate) status: i16,
}

/// Answer of `GET /api/dispatch/orders?restaurantId=&open=1`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct OpenOrders {
    pub(crate) orders: Vec<OpenOrder>,
}

/// An order that is not over.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenOrder {
    pub(crate) order_id: String,
    pub(crate) external_id: Option<String>,
    pub(crate) order_type: WireOrderType,
    pub(crate) status: i16,
    #[serde(default)]
    pub(crate) placed_at: Option<Timestamp>,
    #[serde(default)]
    pub(crate) pre_order_time: Option<Timestamp>,
    #[serde(default)]
    pub(crate) customer: OpenCustomer,
}

/// Who ordered what is not over.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub(crate) struct OpenCustomer {
    pub(crate) phone: Option<String>,
    #[serde(default)]
    pub(crate) coordinates: Option<CityPoint>,
}
