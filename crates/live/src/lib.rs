//! Live connections: how a client's WebSocket is kept, what may be sent on it, in which order, and how much may wait.
//! Nothing here knows an order, a restaurant or the database: topics are numbers, and their frames are bytes.
//!
//! What may be sent is decided by one state machine, [`ConnectionState`], which every connection keeps behind its one lock.
//! **Whoever has news writes them**, to a [`Sink`], under that lock and without waiting. Only what a socket does not take
//! goes into the backlog, which the connection's own task drains.
//!
//! There are two kinds of topics:
//!
//! - **Event topics** are numbered by a [`TopicId`]; their frames carry `seq` and `rev`, and each connection takes each event
//!   once and in order (see [`FrameKind`]).
//! - **State topics** implement [`StateTopic`]: a connection is sent what leads from the version it has to the present one,
//!   so a slow client gets fewer and larger steps. [`Broadcast`] is one for thousands of connections.

mod broadcast;
pub mod close;
mod connection;
mod connections;
pub mod control;
mod conversation;
mod frame;
mod limits;
#[cfg(any(test, feature = "mock-socket"))]
pub mod mock_socket;
pub mod socket;
mod topic_ids;
pub mod upgrade;
pub mod wire;

pub use broadcast::Broadcast;
pub use close::CloseCode;
pub use connection::{
    Connection, ConnectionId, ConnectionState, Maintenance, Recipients, SentUpTo, Sink, StateTopic, Tick, Version,
    others,
};
pub use connections::{ConnectionSlot, Connections, NoSlot};
pub use conversation::{BadFrameBudget, Conversation};
pub use frame::{Frame, FrameKind, Nanos, SourceTag};
pub use limits::LiveLimits;
pub use topic_ids::{StateTopicId, TopicId, next_state_topic_id};
