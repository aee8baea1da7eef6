//! The only home of live frames: protocol `ovelle.live.v1` (docs/spec/hub.md, "Tracking live").
//!
//! Every type here is also in the API's document, from which the client's types are generated.

mod car;
mod client;
mod restaurant;
mod server;

pub use car::{BoardCar, CarPosition};
pub use client::{
    BadFrame, ClientFrame, ShopTopic, SubscribeBoard, SubscribeFrame, SubscribeOrder, UnsubscribeFrame,
    UnsubscribeOrder,
};
pub use restaurant::restaurant_frame;
pub use server::{
    BeatFrame, BoardFrame, CarsFrame, EndFrame, EndReason, ErrorFrame, EstimateFrame, HelloFrame, PositionFrame,
    ServerFrame, ShopFrame, SnapshotFrame, StatusFrame, SubscribedFrame, SubscribedOrder, TopicName,
};

/// The subprotocol that a live socket speaks.
pub const SUBPROTOCOL: &str = "ovelle.live.v1";
