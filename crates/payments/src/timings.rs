//! What a restaurant says of when an order is to be there: whoever knows restaurants tells payments, which know none.

use orders::Timing;
use store::Checkout;

/// Knows the timing of orders that are made by what pays them.
pub trait Timings: Send + Sync {
    /// Of an order that is made at this moment.
    fn timing(&self, checkout: &Checkout) -> Timing;
}
