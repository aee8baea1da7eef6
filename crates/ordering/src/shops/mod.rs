//! Restaurants, as the shop shows them.

mod availability;
mod hours;
mod kept;
mod listed;
mod name_order;
mod search;
mod status;
mod summary;

pub use availability::{Availability, availability};
pub use hours::{OpenHours, OpeningHoursInterval, OpeningHoursIntervals, ShopHours, ShopHoursException};
pub use kept::KeptList;
pub use listed::{HouseStatus, Shop, listed, listed_of};
pub use search::{FoundShop, ShopSearch, search};
pub use status::{AvailabilityStatus, SelectorStatus};
pub use summary::ShopSummary;
