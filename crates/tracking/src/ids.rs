//! How connections know orders and cars.

use domain::ids::{CarId, OrderId};
use live::{SourceTag, TopicId};

/// The topic of an order.
pub(crate) fn topic_id(order: OrderId) -> TopicId {
    TopicId(order.0)
}

/// What a car's positions come from, as connections know it.
pub(crate) fn source_tag(car: &CarId) -> SourceTag {
    SourceTag::of(car.as_str())
}
