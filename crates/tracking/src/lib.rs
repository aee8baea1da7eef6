//! Watching orders: the topic of each watched order, the boards, cars, who is looking, and their routes.
//!
//! One way, no way back: [`orders`] commits and announces, the [`hub`] shows. A watcher never writes.

mod allowance;
mod board;
pub mod client;
pub mod decoders;
pub mod hub;
mod ids;
pub mod limits;
pub mod routes;
pub mod session;
mod shops;
pub mod staff;
#[cfg(test)]
mod tests;
mod viewers;

pub use hub::{Hub, HubParts};
use ids::{source_tag, topic_id};
pub use limits::Limits;
pub use shops::Shops;
