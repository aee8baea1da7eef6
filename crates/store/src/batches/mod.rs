//! Batches: orders that one car takes along (docs/spec/hub.md, "Batches").
//!
//! What an order shows of its batch stands in its own row, so that its `rev` guards it. A batch's own
//! row is what its writers lock, and all that is left of one without orders.

mod depart;
pub(crate) mod ledger;
pub(crate) mod put;
pub(crate) mod rows;

use domain::{
    Actor, Reach,
    ids::{BatchId, CarId, OrderId},
    order::{Source, Status},
};
use jiff::{SignedDuration, Timestamp};

use crate::{
    append::{Appended, Changed},
    error::StoreError,
};

/// A batch as it is to be from now on.
#[derive(Debug, Clone)]
pub struct PutBatch {
    pub batch: BatchId,
    /// The car that carries it.
    pub car: CarId,
    /// Its stops, the first one first; each order once.
    pub stops: Vec<OrderId>,
    /// Minutes from its start to every door, as the dispatcher gives them.
    pub estimated_minutes: Option<u32>,
    /// Minutes from its start to each door, as a router plans them, in the order of `stops`. They stand
    /// where the dispatcher gives none.
    pub planned: Vec<Option<u32>>,
    /// As whom they put it together.
    pub source: Source,
    /// Who puts it together.
    pub actor: Actor,
    /// The restaurants whose orders the key reaches.
    pub reach: Reach,
    /// The present moment.
    pub now: Timestamp,
    /// How long after its end an order can still be tracked.
    pub ttl: SignedDuration,
}

/// A batch that leaves.
#[derive(Debug, Clone)]
pub struct Depart {
    pub batch: BatchId,
    /// As whom the reporter reports it.
    pub source: Source,
    /// Who reports it.
    pub actor: Actor,
    /// The restaurants whose orders the key reaches.
    pub reach: Reach,
    /// The present moment.
    pub now: Timestamp,
    /// How long after its end an order can still be tracked.
    pub ttl: SignedDuration,
}

/// What a batch came to.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchPut {
    pub batch: BatchId,
    /// The car that carries it.
    pub car: CarId,
    /// Its stops, the first one first.
    pub stops: Vec<OrderId>,
    /// Every status that was appended: by the orders' numbers, each order's by `seq`.
    pub appended: Vec<Appended>,
    /// Orders that changed without a new status, by their numbers: also those that were taken out, those of batches that lost
    /// a stop to this one, and those under way in other batches of the cars concerned.
    pub changed: Vec<Changed>,
}

/// Why a batch stays as it was. Nothing was written.
#[derive(Debug, Clone, thiserror::Error)]
pub enum BatchError {
    /// There is no such order.
    #[error("order {0} is not known")]
    NotFound(OrderId),
    /// There is no such batch.
    #[error("the batch is not known")]
    UnknownBatch,
    /// The key does not reach the restaurant of a stop that was named, or of an order in the batch that
    /// was.
    #[error("an order is of a restaurant that the key does not reach")]
    Foreign(Option<OrderId>),
    /// An order that is in the batch now is of a restaurant that the key does not reach.
    #[error("the batch holds orders of a restaurant that the key does not reach")]
    ForeignBatch,
    /// The order cannot get into the batch from where it stands.
    #[error("order {order} cannot go from {from:?} to {to:?}")]
    Refused {
        order: OrderId,
        /// Its present status.
        from: Status,
        /// The status that it would have to take.
        to: Status,
    },
    /// The database failed.
    #[error("the batch could not be kept")]
    Store(#[from] StoreError),
}
