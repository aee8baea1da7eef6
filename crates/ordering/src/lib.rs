//! The shop: which restaurants sell what, where and when, and what it costs (docs/spec/ordering.md). The server alone
//! judges price, availability and time.
//!
//! Each request works on one [`ChainView`]: one version of the chain's files, and what its restaurants said of
//! themselves until then.

mod best_price;
mod card_attempts;
pub mod cart;
mod chain_view;
pub mod checkout;
mod code_attempts;
pub mod decoders;
pub mod delivery;
mod distance;
mod doors;
mod limits;
pub mod mails;
pub mod menu;
mod ordering;
pub mod paying;
mod places;
mod point;
mod price_searches;
pub mod price_token;
mod restaurant_states;
mod restaurants;
pub mod routes;
mod shopper;
pub mod shops;
mod stock;
mod timings;
mod wanted;

pub use card_attempts::CardAttempts;
pub use chain_view::ChainView;
pub use code_attempts::CodeAttempts;
pub use doors::DoorFinder;
pub use ordering::{Ordering, OrderingParts};
pub use places::PlaceCalls;
pub use point::Coordinates;
pub use price_searches::PriceSearches;
pub use restaurant_states::{KnownState, RestaurantStates};
pub use restaurants::{Restaurants, RestaurantsParts};
pub use shopper::Shopper;
pub use shops::{Availability, availability};
pub use stock::KitchenStock;
pub use wanted::{HowWanted, NotATime, order_type, preorder_time};
