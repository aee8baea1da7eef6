//! What is known of an order when it is placed, beside who ordered what.

use jiff::Timestamp;

use super::Source;
use crate::{actor::Actor, estimate::Estimate};

/// Where an order comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Who places it.
    pub actor: Actor,
    /// As whom they do.
    pub source: Source,
    /// Its name in the system that it was taken in: one order for each name of one actor.
    pub external_id: Option<String>,
}

/// When an order was placed, and when it is to be there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    pub placed_at: Timestamp,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// What is promised to the customer.
    pub promised_at: Option<Timestamp>,
    /// Minutes that the restaurant plans for it.
    pub planned_minutes: u32,
    /// The first estimate.
    pub estimate: Option<Estimate>,
    /// When it can no longer be tracked, as it stands now.
    pub expires_at: Timestamp,
    /// Whether its kitchen takes none of its type at present: it was placed before the pause.
    pub during_pause: bool,
}
