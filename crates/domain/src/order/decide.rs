//! What a report of a status does to an order.

use jiff::{SignedDuration, Timestamp};

use super::{
    kind::{FulfilmentKind, OrderType},
    lifetime::expires_at,
    preparation,
    status::Status,
    transition::may_follow,
    undo::{Reported, is_undo},
};
use crate::{
    actor::Actor,
    batch::Travel,
    estimate::{self, Estimate, Plan},
    ids::{Rev, Seq},
};

/// Where an order stands, as far as a decision needs it.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderState {
    /// How it reaches its eater.
    pub fulfilment: FulfilmentKind,
    /// Its present status.
    pub status: Status,
    /// Number of the present status.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    pub placed_at: Timestamp,
    /// What was promised to the customer.
    pub promised_at: Option<Timestamp>,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// Minutes that the restaurant plans for it, from its placing on.
    pub planned_minutes: u32,
    /// When it became over, if it is.
    pub over_at: Option<Timestamp>,
    /// Its place in its batch, if it is in one.
    pub travel: Option<Travel>,
}

impl OrderState {
    /// The estimate of the batch's plan, or the kitchen's, as it would be made now.
    #[must_use]
    pub fn estimate(&self, now: Timestamp) -> Option<Estimate> {
        estimate::planned_estimate(&plan_of(self), self.travel.as_ref(), self.status, now)
    }

    /// What that estimate takes from the batch: minutes to the door, and from when they count, where
    /// that is not the moment at which it is made.
    #[must_use]
    pub fn batch_plan(&self) -> Option<(u32, Option<Timestamp>)> {
        let travel = self.travel.as_ref()?;
        let start = travel.departed_at.filter(|_| self.status == Status::BeingDelivered);
        Some((travel.minutes?, start))
    }
}

/// A report of a new status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusReport {
    /// The reported status.
    pub status: Status,
    /// Apply only where the order stands at this number.
    pub if_seq: Option<Seq>,
    /// Minutes until it is there, where the kitchen says them anew.
    pub minutes: Option<u32>,
    /// The last status from which it may be reported, where that is earlier than the rules of [`may_follow`] say.
    pub last_from: Option<Status>,
}

impl StatusReport {
    /// A report of a status, and nothing besides.
    #[must_use]
    pub fn of(status: Status) -> Self {
        Self { status, if_seq: None, minutes: None, last_from: None }
    }
}

/// What an order's history says of a report.
#[derive(Debug, Clone, Copy, Default)]
pub struct Past<'a> {
    /// Its event id was applied to this order before.
    pub event_known: bool,
    /// Who reported the present status; asked where the report [takes it back](is_undo), else not needed.
    pub present: Option<&'a Reported>,
}

/// What a report comes to.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "made and taken apart at once")]
pub enum Decision {
    /// The order moves.
    Apply(Applied),
    /// The order stands there already, or the event is known: nothing is written.
    Nothing,
}

/// The state after an accepted report.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The new status.
    pub status: Status,
    /// Its number.
    pub seq: Seq,
    /// The number of the new state.
    pub rev: Rev,
    /// The estimate made with it; none where nothing can be promised.
    pub estimate: Option<Estimate>,
    /// Minutes that the restaurant plans for it.
    pub planned_minutes: u32,
    /// When the order became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
    /// Its place in its batch; a cancelled order leaves it.
    pub travel: Option<Travel>,
}

/// Why a report is refused. Nothing is written, and nothing remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StatusRefusal {
    /// The order no longer stands where the report believed it to.
    #[error("the order stands at {seq}, not where the report believed")]
    Moved {
        /// Number of the present status.
        seq: Seq,
        /// The present status.
        status: Status,
    },
    /// The new status may not follow the present one.
    #[error("{to:?} may not follow {from:?}")]
    Transition {
        /// The present status.
        from: Status,
        /// The refused one.
        to: Status,
    },
}

/// Decides what a report of somebody does.
///
/// A known event is looked at first, then `if_seq`, then whether the order stands there already (docs/spec/hub.md,
/// "Reporting a status").
///
/// # Errors
/// [`StatusRefusal`] says why the report cannot be applied.
pub fn decide(
    order: &OrderState,
    report: &StatusReport,
    by: &Actor,
    past: Past<'_>,
    now: Timestamp,
    ttl: SignedDuration,
) -> Result<Decision, StatusRefusal> {
    if past.event_known {
        return Ok(Decision::Nothing);
    }
    if report.if_seq.is_some_and(|seq| seq != order.seq) {
        return Err(StatusRefusal::Moved { seq: order.seq, status: order.status });
    }
    if report.status == order.status {
        return Ok(Decision::Nothing);
    }
    let may_undo = || {
        is_undo(order.fulfilment, order.status, report.status)
            && past.present.is_some_and(|present| present.may_be_undone(by, now))
    };
    let is_too_late = report.last_from.is_some_and(|last| order.status > last);
    if is_too_late || !may_follow(order.fulfilment, order.status, report.status) && !may_undo() {
        return Err(StatusRefusal::Transition { from: order.status, to: report.status });
    }
    let planned = report.minutes.and_then(|minutes| preparation::plan(order, report.status, f64::from(minutes), now));
    let applied = apply(order, report.status, now, ttl);
    Ok(Decision::Apply(match planned {
        Some((planned_minutes, estimate)) => Applied { planned_minutes, estimate: Some(estimate), ..applied },
        None => applied,
    }))
}

/// The state of an order that takes a status, which may follow the present one.
#[must_use]
pub fn apply(order: &OrderState, status: Status, now: Timestamp, ttl: SignedDuration) -> Applied {
    let over_at = status.is_over(order.fulfilment).then(|| order.over_at.unwrap_or(now));
    Applied {
        status,
        seq: order.seq.next(),
        rev: order.rev.next(),
        estimate: estimate::planned_estimate(&plan_of(order), order.travel.as_ref(), status, now),
        planned_minutes: order.planned_minutes,
        over_at,
        expires_at: expires_at(order.placed_at, order.promised_at, over_at, ttl),
        travel: order.travel.clone().filter(|_| status != Status::Cancelled),
    }
}

pub(super) fn plan_of(order: &OrderState) -> Plan {
    Plan {
        is_delivery: order.fulfilment.order_type == OrderType::Delivery,
        delivery_tracking: order.fulfilment.delivery_tracking,
        minutes: order.planned_minutes,
        pre_order_time: order.pre_order_time,
    }
}

#[cfg(test)]
mod tests;
