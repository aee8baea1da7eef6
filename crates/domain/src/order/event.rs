//! The history of an order.

use jiff::Timestamp;

use super::{Source, Status};
use crate::{
    actor::Actor,
    ids::{BatchId, CarId, Seq},
};

/// A status that an order took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusEvent {
    /// Its number: 0 where the order was registered, then one more each.
    pub seq: Seq,
    pub status: Status,
    /// When it happened, as reported; else when it was recorded. Order is by `seq`, never by this.
    pub at: Timestamp,
    pub recorded_at: Timestamp,
    /// As whom the reporter reported it.
    pub source: Source,
    /// Who reported it.
    pub actor: Actor,
    /// The reporter's own name for it.
    pub event_id: Option<String>,
    /// For the customer.
    pub note: Option<String>,
    /// For colleagues.
    pub staff_note: Option<String>,
    /// The batch that the order was in with it.
    pub batch: Option<BatchId>,
    /// The car that carried that batch.
    pub car: Option<CarId>,
}
