//! An order of today, or of a day to come.

use domain::{key::Secrets, order::OrderType};
use jiff::Timestamp;
use protocol::payload::OrderTypePayload;
use serde::Serialize;
use store::CustomerOrder;
use utoipa::ToSchema;

use super::{key_of, text};

/// An order of today, or of a day to come.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecentOrder {
    id: String,
    /// Null where the secret that it was made with is gone.
    #[schema(required)]
    key: Option<String>,
    order_type: OrderTypePayload,
    /// The status of its tracking.
    status: i16,
    #[schema(value_type = String, format = DateTime)]
    placed_at: Timestamp,
    /// Minutes that it was to take when it was placed: until it is there, or can be fetched.
    delivery_estimate: u32,
    /// Null where it is fetched, or the address was taken away.
    #[schema(required)]
    delivery_contact: Option<RecentContact>,
    restaurant: RecentRestaurant,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pre_order_time: Option<Timestamp>,
}

/// To where an order is brought.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecentContact {
    street: String,
    postal_code: String,
    city: String,
}

/// Where an order comes from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecentRestaurant {
    restaurant_id: String,
    display_name: String,
}

impl RecentOrder {
    /// Of an order.
    pub(crate) fn of(order: &CustomerOrder, secrets: &Secrets) -> Self {
        let contact = order.contact.as_ref().filter(|_| order.order_type == OrderType::Delivery);
        Self {
            id: order.id.to_string(),
            key: key_of(secrets, order),
            order_type: order.order_type.into(),
            status: order.status.number(),
            placed_at: order.placed_at,
            delivery_estimate: order.planned_minutes,
            delivery_contact: contact.map(|contact| RecentContact {
                street: text(&contact.street_address),
                postal_code: text(&contact.postal_code),
                city: text(&contact.city),
            }),
            restaurant: RecentRestaurant {
                restaurant_id: order.shop.to_string(),
                display_name: order.shop_name.clone(),
            },
            pre_order_time: order.pre_order_time,
        }
    }
}
