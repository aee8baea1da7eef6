//! Whether a restaurant takes orders, in words.

use chain::Shop;
use domain::order::OrderType;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::status::{AvailabilityStatusPayload, SelectorStatusPayload};
use crate::chain_view::ChainView;

/// Whether a restaurant takes orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Availability {
    pub selector_status: SelectorStatusPayload,
    pub selector_text: String,
    pub status: AvailabilityStatusPayload,
    pub status_text: String,
    pub opening_hours_text: String,
    pub estimate_minutes: u32,
    /// When the other fields change next, or the clock's next full five minutes, whichever is sooner.
    #[schema(value_type = String, format = DateTime)]
    pub next_change_at: Timestamp,
    /// When this came about, in milliseconds since 1970: it rises, and is the same on every node.
    pub rev: i64,
}

/// Whether a restaurant takes orders of a type, for now or for a time.
#[must_use]
pub fn availability(
    view: &ChainView,
    shop: &Shop,
    order_type: OrderType,
    pre_order_time: Option<Timestamp>,
) -> Availability {
    let question = view.question(shop, order_type, pre_order_time);
    let said = question.summary();
    Availability {
        selector_status: said.selector.into(),
        selector_text: said.selector_text,
        status: said.status.into(),
        status_text: said.status.text().to_owned(),
        opening_hours_text: said.opening_hours_text,
        estimate_minutes: said.estimate_minutes,
        next_change_at: question.next_change_at(),
        rev: view.rev_of(shop, order_type).0,
    }
}
