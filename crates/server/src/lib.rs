//! What every router shares: the error body, extractors, who is calling, rate limits, sessions, and the accept loop.

pub mod accept;
pub mod address;
pub mod bounded_table;
pub mod compression;
pub mod credentials;
pub mod csrf;
pub mod decoders;
pub mod dispatch_key;
pub mod document;
pub mod error;
pub mod etag;
pub mod euros;
pub mod extract;
pub mod host;
pub mod idempotency;
pub mod layers;
pub mod order_keys;
pub mod origin;
pub mod packed;
pub mod password;
pub mod point;
pub mod rate;
pub mod rate_limits;
pub mod security;
pub mod session;
pub mod turns;
pub mod under_way;
pub mod websocket;
pub mod words;
pub mod work_place;
pub mod wrong_keys;

pub use error::{ApiError, ErrorBody};
pub use extract::{Json, Path, Query};
