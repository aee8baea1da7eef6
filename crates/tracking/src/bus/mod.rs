//! The bus: what one node tells the others. It may drop; nothing else may (reliability: the database
//! is the truth, the bus is only a bell).

mod local;
mod message;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::mpsc;

pub use local::LocalBus;
pub use message::{Announcement, News};

use domain::ids::OrderId;

/// What can be listened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// An order's events and changes.
    Order(OrderId),
}

/// What a bus says to its node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BusEvent {
    /// A message on a topic that this node listens to.
    Message(Bytes),
    /// The bus is there. Between a `Down` and an `Up` messages may have been lost.
    Up,
    /// The bus is away.
    Down,
}

/// Whether messages may have been lost before a subscription stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listening {
    /// True while the bus is away: what is said now is not heard.
    pub gap: bool,
}

/// One node's place on a bus.
#[async_trait]
pub trait Bus: Send + Sync {
    /// Says something to the other nodes that listen to the topic. Never waits; may drop.
    fn publish(&self, topic: Topic, message: &Announcement);

    /// Listens to a topic; answers when what is said from now on is heard, or at once with a gap
    /// while the bus is away.
    async fn listen(&self, topic: Topic) -> Listening;

    /// Stops listening to a topic.
    fn release(&self, topic: Topic);

    /// Whether the bus is there.
    fn is_up(&self) -> bool;

    /// What the bus says to this node. There is one receiver: the first call gets it.
    fn events(&self) -> Option<mpsc::Receiver<BusEvent>>;
}
