//! When a restaurant takes orders, and what is said of it: rules over the chain's data, the time being an argument.

mod availability;
mod intervals;
mod preorder;
mod refusal;
mod said;
mod said_since;
mod selector;
mod state;

pub use availability::{AvailabilityStatus, opening_hours_text};
pub use intervals::{Hours, Interval, intervals, zone};
pub use preorder::by_day;
pub use refusal::Refusal;
pub use said::Said;
pub use selector::{Question, SelectorStatus};
pub use state::{Busy, RestaurantState};
