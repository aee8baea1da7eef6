//! Appending a status: what a report brings, and what it comes to.

use domain::{
    Actor, Reach,
    batch::{Travel, is_done},
    estimate::Estimate,
    ids::{CarId, OrderId, RestaurantId, Rev, Seq},
    order::{
        Applied, Decision, OrderState, Past, Reported, Source, Status, StatusEvent, StatusRefusal, StatusReport,
        decide, is_undo,
    },
};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::oneshot;

use crate::{error::StoreError, ts::cut};

/// A report of a status, as it is to be kept.
#[derive(Debug, Clone)]
pub struct Append {
    pub order: OrderId,
    /// The reported status.
    pub report: StatusReport,
    /// The reporter's own name for it: a known one changes nothing.
    pub event_id: Option<String>,
    /// When it happened, where the reporter says.
    pub occurred_at: Option<Timestamp>,
    /// For the customer.
    pub note: Option<String>,
    /// For colleagues.
    pub staff_note: Option<String>,
    /// As whom the reporter reports.
    pub source: Source,
    /// Who reports.
    pub actor: Actor,
    /// The restaurants whose orders the key reaches.
    pub reach: Reach,
    /// The present moment.
    pub now: Timestamp,
    /// How long after its end the order can still be tracked.
    pub ttl: SignedDuration,
}

/// What an append came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Appended {
    pub order: OrderId,
    pub restaurant_id: RestaurantId,
    /// Number of the present status.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    /// The present status.
    pub status: Status,
    /// The event that was appended; none where nothing changed.
    pub applied: Option<StatusEvent>,
    /// The present estimate.
    pub estimate: Option<Estimate>,
    /// The present place in its batch, if it is in one.
    pub travel: Option<Travel>,
    /// When the order became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
    /// Other orders of its car that changed with it, by their numbers.
    pub changed: Vec<Changed>,
}

/// An order that changed without a status of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Changed {
    pub order: OrderId,
    pub restaurant_id: RestaurantId,
    /// Its present status.
    pub status: Status,
    /// Number of the present status.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    /// The present estimate.
    pub estimate: Option<Estimate>,
    /// The present place in its batch, if it is in one.
    pub travel: Option<Travel>,
}

/// Why nothing was appended. Nothing was written, and nothing is remembered.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AppendError {
    /// There is no such order.
    #[error("the order is not known")]
    NotFound,
    /// The key does not reach the order's restaurant.
    #[error("the order is of a restaurant that the key does not reach")]
    Foreign,
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] StatusRefusal),
    /// The database failed.
    #[error("the status could not be appended")]
    Store(#[from] StoreError),
}

/// What became of several reports, in their order.
pub(crate) type Outcomes = Vec<Result<Appended, AppendError>>;

/// Reports of one call that wait for their commit.
pub(crate) struct PendingAppends {
    pub(crate) appends: Vec<Append>,
    reply: oneshot::Sender<Result<Outcomes, StoreError>>,
}

impl PendingAppends {
    /// Reports, and where their outcomes will come.
    pub(crate) fn new(appends: Vec<Append>) -> (Self, oneshot::Receiver<Result<Outcomes, StoreError>>) {
        let (reply, answer) = oneshot::channel();
        (Self { appends, reply }, answer)
    }

    /// How many of these calls, at least the first, hold `most` reports.
    pub(crate) fn fitting(calls: &[Self], most: usize) -> usize {
        let mut reports = 0;
        let fits = |call: &&Self| {
            reports += call.appends.len();
            reports <= most
        };
        calls.iter().take_while(fits).count().max(1).min(calls.len())
    }

    /// Answers calls whose reports came, one behind the other, to this.
    pub(crate) fn answer(calls: Vec<Self>, outcomes: Result<Outcomes, StoreError>) {
        let mut outcomes = outcomes.map(Vec::into_iter);
        for Self { appends, reply } in calls {
            let own = match &mut outcomes {
                Ok(outcomes) => Ok(outcomes.take(appends.len()).collect()),
                Err(error) => Err(error.clone()),
            };
            // A caller that has gone away needs no answer.
            drop(reply.send(own));
        }
    }
}

/// The database was closed before it answered.
pub(crate) fn gone() -> StoreError {
    StoreError::unavailable("the database is closed")
}

impl Append {
    /// Cuts its moments to what the databases keep, so that the answer equals what is read later.
    pub(crate) fn cut(mut self) -> Self {
        self.now = cut(self.now);
        self.occurred_at = self.occurred_at.map(cut);
        self
    }

    /// PostgreSQL refuses U+0000 in a text, and SQLite would cut the text there.
    pub(crate) fn holds_nul(&self) -> bool {
        let texts = [&self.event_id, &self.note, &self.staff_note];
        texts.into_iter().flatten().any(|text| text.contains('\0')) || self.actor.name().contains('\0')
    }

    /// Judges it against the order as it stands.
    pub(crate) fn judge(&self, kept: &LoadedOrder, event_known: bool) -> Result<Decision, AppendError> {
        if !self.reach.includes(kept.restaurant_id) {
            return Err(AppendError::Foreign);
        }
        let past = Past { event_known, present: kept.present.as_ref() };
        Ok(decide(&kept.state, &self.report, &self.actor, past, self.now, self.ttl)?)
    }

    /// Whether it takes back the present status, so that it is asked who reported that, and when.
    pub(crate) fn may_undo(&self, kept: &LoadedOrder) -> bool {
        is_undo(kept.state.fulfilment, kept.state.status, self.report.status)
    }

    /// The event that it becomes, of an order that had this place in a batch until then.
    pub(crate) fn event(&self, applied: &Applied, travel: Option<&Travel>) -> StatusEvent {
        StatusEvent {
            seq: applied.seq,
            status: applied.status,
            at: self.occurred_at.unwrap_or(self.now),
            recorded_at: self.now,
            source: self.source,
            actor: self.actor.clone(),
            event_id: self.event_id.clone(),
            note: self.note.clone(),
            staff_note: self.staff_note.clone(),
            batch: travel.map(|travel| travel.batch.clone()),
            car: travel.map(|travel| travel.car.clone()),
        }
    }
}

/// An order's state, as far as an append reads and changes it.
#[derive(Debug, Clone)]
pub(crate) struct LoadedOrder {
    pub(crate) restaurant_id: RestaurantId,
    pub(crate) state: OrderState,
    /// Who reported the present status, where that was asked or the status is new.
    pub(crate) present: Option<Reported>,
    /// The car of its last assignment.
    pub(crate) car: Option<CarId>,
    pub(crate) estimate: Option<Estimate>,
    pub(crate) expires_at: Timestamp,
}

impl LoadedOrder {
    /// Whether other stops of its car change when it takes a status: one is done, or is not any more, or leaves its batch, or
    /// is under way, or not any more.
    pub(crate) fn concerns_others(&self, status: Status) -> bool {
        let is_under_way = |status| status == Status::BeingDelivered;
        let is_under_way_anew = is_under_way(self.state.status) != is_under_way(status);
        self.state.travel.is_some() && (is_under_way_anew || self.concerns_batch(status))
    }

    /// Whether those of its batch do.
    pub(crate) fn concerns_batch(&self, status: Status) -> bool {
        self.state.travel.is_some() && is_done(self.state.status) != is_done(status)
    }

    /// The state after an accepted report, which became this event.
    pub(crate) fn apply(&mut self, applied: &Applied, event: &StatusEvent) {
        self.present = Some(Reported { by: event.actor.clone(), at: event.recorded_at });
        self.state.status = applied.status;
        self.state.seq = applied.seq;
        self.state.rev = applied.rev;
        self.state.over_at = applied.over_at;
        self.state.travel = applied.travel.clone();
        self.state.planned_minutes = applied.planned_minutes;
        self.estimate = applied.estimate;
        self.expires_at = applied.expires_at;
    }

    /// This state as a change without a status.
    pub(crate) fn change(&self, order: OrderId) -> Changed {
        Changed {
            order,
            restaurant_id: self.restaurant_id,
            status: self.state.status,
            seq: self.state.seq,
            rev: self.state.rev,
            estimate: self.estimate,
            travel: self.state.travel.clone(),
        }
    }

    /// The answer from this state.
    pub(crate) fn answer(&self, order: OrderId, applied: Option<StatusEvent>) -> Appended {
        Appended {
            order,
            restaurant_id: self.restaurant_id,
            seq: self.state.seq,
            rev: self.state.rev,
            status: self.state.status,
            applied,
            estimate: self.estimate,
            travel: self.state.travel.clone(),
            over_at: self.state.over_at,
            expires_at: self.expires_at,
            changed: Vec::new(),
        }
    }
}
