//! What connections watch of a restaurant, and how it is put into words.

use domain::{ids::RestaurantId, order::OrderType};
use jiff::Timestamp;
use protocol::{
    frames::{ServerFrame, ShopFrame, TopicName, restaurant_frame},
    payload::RestaurantState,
};
use serde_json::json;

use crate::{chain_view::ChainView, shops::availability};

/// What connections watch of a restaurant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Subject {
    /// Whether it takes orders of a type: for customers.
    Shop(RestaurantId, OrderType),
    /// What it says of itself: for kitchens.
    State(RestaurantId),
}

/// A subject as it is at a moment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SubjectSnapshot {
    /// The frame that says it.
    pub(super) text: String,
    /// What is told from other snapshots: nobody is sent the same again.
    pub(super) fingerprint: String,
    /// When it may be another by itself.
    pub(super) until: Timestamp,
}

impl Subject {
    /// The family of its topics.
    pub(super) fn family(self) -> &'static str {
        match self {
            Self::Shop(..) => "shop",
            Self::State(_) => "restaurant",
        }
    }

    /// It as it is now; none where the chain has no such restaurant.
    pub(super) fn snapshot(self, view: &ChainView) -> Option<SubjectSnapshot> {
        match self {
            Self::Shop(restaurant, order_type) => shop_snapshot(view, restaurant, order_type),
            Self::State(restaurant) => Some(state_snapshot(view, restaurant)),
        }
    }
}

fn shop_snapshot(view: &ChainView, restaurant: RestaurantId, order_type: OrderType) -> Option<SubjectSnapshot> {
    let shop = view.chain().shop(restaurant)?;
    let kitchen = view.kitchen_of(shop, order_type).id();
    let (availability, stock) = (availability(view, shop, order_type, None), view.stock_of(kitchen));
    let next_end = view.kept_state(kitchen).and_then(|state| state.next_end(view.now()));
    let until = next_end.map_or(availability.next_change_at, |end| end.min(availability.next_change_at));
    let content_version = view.chain().content_version().to_owned();
    let mut said = json!(availability);
    let frame = ServerFrame::Shop(ShopFrame {
        topic: TopicName::Shop,
        restaurant_id: restaurant.to_string(),
        order_type: order_type.into(),
        rev: availability.rev,
        availability: said.clone(),
        out_of_stock_product_ids: stock.products().map(ToString::to_string).collect(),
        out_of_stock_ingredient_ids: stock.ingredients().map(ToString::to_string).collect(),
        content_version: content_version.clone(),
    });
    // Both pass on by themselves, while nothing else is said.
    for passing in ["rev", "nextChangeAt"] {
        said[passing].take();
    }
    Some(SubjectSnapshot {
        text: json!(frame).to_string(),
        fingerprint: format!("{said} {stock:?} {content_version}"),
        until,
    })
}

fn state_snapshot(view: &ChainView, restaurant: RestaurantId) -> SubjectSnapshot {
    let kept = view.kept_state(restaurant).cloned().unwrap_or_default();
    let text = restaurant_frame(RestaurantState::of(restaurant, &kept, view.now()));
    let until = kept.next_end(view.now()).unwrap_or(Timestamp::MAX);
    SubjectSnapshot { fingerprint: text.clone(), text, until }
}
