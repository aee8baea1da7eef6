//! The bus: messages between nodes. The database is the truth and a message is only a notification, so the bus may drop
//! it (decision 007).
//!
//! It also keeps what the database does not: where each car was last seen, as long as that may be shown, and who is
//! viewing which order. It knows no connection and no client's protocol.

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
pub use message::{
    Announcement, BatchOutlook, BusMessage, CheckoutNews, OrderNews, OrderOutlook, RowNews, StateNews, StatusNews,
};
pub use presence::{PresenceReader, Presences, Viewers};
pub use redis::{BadRedisUrl, RedisBus, RedisUrl};
pub use sightings::Sightings;
