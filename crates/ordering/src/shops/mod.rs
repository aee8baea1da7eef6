//! Restaurants, as the shop shows them.

mod availability;
mod status;

pub use availability::{Availability, availability};
pub use status::{AvailabilityStatus, SelectorStatus};
