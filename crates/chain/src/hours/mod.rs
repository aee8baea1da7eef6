//! When a restaurant takes orders, and what is said of it: rules over the chain's data, the time being an argument.

mod availability;
mod intervals;
mod preorder;
mod refusal;
mod said_since;
mod selector;
mod state;
mod summary;

pub use availability::{AvailabilityStatus, opening_hours_text};
pub use intervals::{Hours, Interval, intervals, zone};
pub use preorder::by_day;
pub use refusal::HoursRefusal;
pub use selector::{Question, SelectorStatus};
pub use state::{KitchenDelay, ServiceState};
pub use summary::AvailabilitySummary;
