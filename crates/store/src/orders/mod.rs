//! What is done with orders.

mod append;
mod feedback;
mod preparation;
mod read;
mod register;
mod search;

use crate::store::Store;
pub use feedback::{FeedbackError, FeedbackSet, NewFeedback};
pub use preparation::{OrderPrepared, Prepare};
pub use register::Registration;
pub use search::OrderSearch;

/// The orders of a store.
#[derive(Debug, Clone, Copy)]
pub struct OrderStore<'s>(&'s Store);

impl Store {
    /// Its orders.
    #[must_use]
    pub fn orders(&self) -> OrderStore<'_> {
        OrderStore(self)
    }
}
