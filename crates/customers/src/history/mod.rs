//! The orders of an account on the wire (docs/spec/people.md, "History"): as they were sold, and what of them is sold no more,
//! judged on reading.

mod entry;
mod item;
mod recent;

use domain::{Allergen, key::Secrets};
use pricing::PriceRecord;
use serde::Deserialize;
use serde_json::value::RawValue;
use server::ApiError;
use store::CustomerOrder;

pub(crate) use entry::{PastOrder, PastOrderContext};
pub(crate) use item::{ItemToReorder, PastItem, flags_of, has_inactive_item, ordered_items};
pub(crate) use recent::RecentOrder;

/// Ids of the allergens that whoever ate an order avoids; none where that was taken away.
pub(crate) fn avoided(order: &CustomerOrder) -> Vec<&'static str> {
    Allergen::ids_of(order.contact.iter().flat_map(|contact| contact.avoid_allergens.iter().copied()))
}

/// A text of an order; empty where there is none.
fn text(kept: &Option<String>) -> String {
    kept.clone().unwrap_or_default()
}

fn key_of(secrets: &Secrets, order: &CustomerOrder) -> Option<String> {
    let seed = order.key.as_ref()?;
    let key = secrets.order_key(seed.version, order.id, &seed.salt)?;
    Some(key.reveal().to_owned())
}

fn read_record(order: &CustomerOrder) -> Result<PriceRecord, ApiError> {
    read(&order.record)
}

fn read<'r, T: Deserialize<'r>>(kept: &'r RawValue) -> Result<T, ApiError> {
    serde_json::from_str(kept.get()).map_err(|error| ApiError::internal(&error))
}
