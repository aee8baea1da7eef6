//! Restaurants, as the shop shows them.

mod availability;
mod hours;
mod list_cache;
mod listed;
mod name_order;
mod search;
mod status;
mod summary;

pub use availability::{Availability, availability};
pub use hours::{OpenHours, OpeningHoursInterval, OpeningHoursIntervals, ShopHours, ShopHoursException};
pub use list_cache::ShopListCache;
pub use listed::{HouseStatus, ListedShop, listed, listed_of};
pub use search::{FoundShop, ShopSearch, search};
pub use status::{AvailabilityStatusPayload, SelectorStatusPayload};
pub use summary::ShopSummary;
