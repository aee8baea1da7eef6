//! Parts of orders, for those who do not need all of one.

pub(crate) mod insert;
pub(crate) mod rows;
pub(crate) mod stored;

use domain::{
    batch::Travel,
    estimate::Estimate,
    ids::{OrderId, RestaurantId, Rev, Seq},
    key::Salt,
    order::{FulfilmentKind, Status},
};
use jiff::Timestamp;

/// An order without its items and history: enough to check a key, to answer what cannot be tracked
/// any more, and to announce.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderHead {
    /// Its number.
    pub id: OrderId,
    /// The restaurant that makes it.
    pub restaurant_id: RestaurantId,
    /// What decides which statuses it can pass through.
    pub fulfilment: FulfilmentKind,
    /// Its present status.
    pub status: Status,
    /// Number of the present status.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    /// The present estimate.
    pub estimate: Option<Estimate>,
    /// Its place in its batch, if it is in one.
    pub travel: Option<Travel>,
    /// The random bytes that its key is made of.
    pub key_salt: Salt,
    /// Version of the secret that its key is made with.
    pub key_version: u32,
    /// When it became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
}

/// What the sweep compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SweepHead {
    /// The order's number.
    pub id: OrderId,
    /// Number of its present status.
    pub seq: Seq,
    /// Number of its present state.
    pub rev: Rev,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
}

/// What the sweep compares of many orders at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadSum {
    /// How many of them there are.
    pub orders: usize,
    /// The sum of the numbers of their present statuses.
    pub seq: i64,
    /// The sum of the numbers of their present states.
    pub rev: i64,
    /// When the first of them can no longer be tracked; none where there is no order.
    pub first_expiry: Option<Timestamp>,
}
