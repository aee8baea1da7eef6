//! Dispatch: the keys of kitchens, dispatchers, cars and other shops, what they ask by call or on a connection of their own,
//! and what they are answered.

pub mod connection;
pub mod keys;
pub(crate) mod positions;
pub(crate) mod statuses;

use domain::{
    error::Code,
    ids::OrderId,
    words::{Lines, Words},
};
use orders::Orders;
use server::{ApiError, dispatch_key::DispatchKey};

use crate::hub::Hub;

pub use keys::{BadKeys, ConfiguredKeys, DispatchKeys};

/// The longest text that a caller may send, in characters.
pub(crate) const MAX_TEXT: usize = 500;

/// What dispatch works on.
#[derive(Clone)]
pub struct Dispatch {
    /// Who watches.
    pub hub: Hub,
    /// What changes.
    pub orders: Orders,
    /// Whose keys there are.
    pub keys: DispatchKeys,
}

/// The order of a path or an item: its number, or `ext:` and the name that this key gave it.
pub(crate) async fn find_order(dispatch: &Dispatch, key: &DispatchKey, text: &str) -> Result<OrderId, ApiError> {
    let Some(external) = text.strip_prefix("ext:") else {
        return text.parse().map_err(|_| ApiError::new(Code::OrderNotFound));
    };
    // No database could be asked for such a text, so no order has it.
    if !is_text(external, MAX_TEXT) {
        return Err(ApiError::new(Code::OrderNotFound));
    }
    let store = &dispatch.orders.deps().store;
    let found = store.orders().by_external_id(&key.reporter.actor, external).await?;
    found.ok_or_else(|| ApiError::new(Code::OrderNotFound))
}

/// Refuses a text that is longer than `most` characters, or holds the one that no database keeps.
pub(crate) fn check_text(text: Option<&String>, most: usize, field: &str) -> Result<(), ApiError> {
    if text.is_some_and(|text| !is_text(text, most)) { Err(ApiError::invalid(field)) } else { Ok(()) }
}

/// Refuses words that are longer than `most` characters.
pub(crate) fn check_length(text: Option<&String>, most: usize, field: &str) -> Result<(), ApiError> {
    let is_long = text.is_some_and(|text| text.chars().count() > most);
    if is_long { Err(ApiError::invalid(field)) } else { Ok(()) }
}

/// Words of one line as a kitchen passes them on, without what is hidden in them (docs/spec/ordering.md, "Words").
pub(crate) fn cleaned(text: Option<&str>) -> Option<String> {
    Words::cleaned(text?, Lines::One).map(String::from)
}

pub(crate) fn is_text(text: &str, most: usize) -> bool {
    !text.contains('\0') && text.chars().count() <= most
}
