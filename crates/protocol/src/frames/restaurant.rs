//! What a restaurant says of itself, as its kitchens hear it on a dispatch connection.

use serde::Serialize;

use crate::payload::RestaurantState;

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum KitchenFrame {
    Restaurant { restaurant: RestaurantState },
}

/// The text of a frame that shows what a restaurant says of itself.
///
/// # Panics
/// Never: frames are plain data with string keys.
#[must_use]
pub fn restaurant_frame(restaurant: RestaurantState) -> String {
    let frame = KitchenFrame::Restaurant { restaurant };
    serde_json::to_string(&frame).expect("frames are plain data with string keys")
}
