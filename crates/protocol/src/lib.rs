//! The wire: what watchers, the staff and kitchens are told of orders and restaurants, and the frames of live connections
//! that carry it. Values alone: who sends them, and when, is decided elsewhere.

pub mod frames;
pub mod payload;
