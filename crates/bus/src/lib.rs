//! The bus: what one node tells the others. The database is the truth and the bus is only a bell, so it may drop; nothing
//! else may.
//!
//! Beside messages it keeps what is no truth: where each car was last seen, for as long as that may be shown, and who is
//! looking at which order. It knows no connection and no client's protocol.

mod interface;
mod local;
mod log_throttle;
mod message;
mod presence;
mod redis;
mod sightings;

pub use interface::{Bus, BusEvent, Listening, Topic};
pub use local::LocalBus;
pub use log_throttle::LogThrottle;
pub use message::{Announcement, BatchOutlook, Message, News, Outlook, RowNews, StatusNews};
pub use presence::{Presence, Presences, Viewers};
pub use redis::{BadRedisUrl, RedisBus, RedisUrl};
pub use sightings::Sightings;
