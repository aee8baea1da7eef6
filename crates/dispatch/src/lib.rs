//! Dispatch: the keys of kitchens, dispatchers, cars and other shops, what they ask by call or on a connection of their own,
//! and what they are answered.

pub mod connection;
pub mod decoders;
pub mod keys;
mod limits;
mod positions;
pub mod routes;
mod state;
mod statuses;
mod texts;

pub use keys::{BadKeys, ConfiguredKeys, DispatchKeys};
pub use limits::DispatchLimits;
pub use state::{Dispatch, KitchenTopics};
