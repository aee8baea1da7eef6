//! Appending a status: what a press brings, what it comes to, and the one road for both databases.

use std::sync::Arc;

use domain::{
    batch::{Travel, is_done},
    estimate::Estimate,
    ids::{CarId, OrderId, RestaurantId, Rev, Seq},
    order::{Applied, Decision, Press, Refusal, Source, Standing, Status, decide},
};
use jiff::{SignedDuration, Timestamp};

use crate::{
    batches::Changed,
    connection::in_time,
    error::StoreError,
    order::Event,
    store::{Backend, Store},
    ts::cut,
};

/// A press on a button, as it is to be kept.
#[derive(Debug, Clone)]
pub struct Append {
    /// The order.
    pub order: OrderId,
    /// The reported status.
    pub press: Press,
    /// The reporter's own name for it: a known one changes nothing.
    pub event_id: Option<String>,
    /// When it happened, where the reporter says.
    pub occurred_at: Option<Timestamp>,
    /// For the customer.
    pub note: Option<String>,
    /// For colleagues.
    pub staff_note: Option<String>,
    /// Who reports.
    pub source: Source,
    /// Name of the key that it came with.
    pub key_name: String,
    /// Restaurants whose orders the key reaches; none: all of them.
    pub reach: Option<Arc<[RestaurantId]>>,
    /// The present moment.
    pub now: Timestamp,
    /// How long after its end the order can still be tracked.
    pub ttl: SignedDuration,
}

/// What an append came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Appended {
    /// The order.
    pub order: OrderId,
    /// Its restaurant.
    pub restaurant_id: RestaurantId,
    /// Number of the present status.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    /// The present status.
    pub status: Status,
    /// The event that was appended; none where nothing changed.
    pub applied: Option<Event>,
    /// The present estimate.
    pub estimate: Option<Estimate>,
    /// The present place in its batch, if it is in one.
    pub travel: Option<Travel>,
    /// When the order became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
    /// Other orders of its batch that changed with it, by their numbers.
    pub changed: Vec<Changed>,
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
    Refused(#[from] Refusal),
    /// The database failed.
    #[error("the status could not be appended")]
    Store(#[from] StoreError),
}

impl Store {
    /// Appends a status to an order: its event and the order's new state, in one transaction, after
    /// [`domain::order::decide`] has judged it. Answers after the commit.
    ///
    /// # Errors
    /// [`AppendError`]. Where it is unavailable, the press may stand none the less; one that may be
    /// sent again carries an `event_id` or an `if_seq` (contract, "Statuses").
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        let append = append.cut();
        if append.holds_nul() {
            return Err(StoreError::refused("a text holds U+0000, which no database keeps").into());
        }
        match self.backend() {
            Backend::Sqlite(sqlite) => in_time(sqlite.limit, sqlite.writer.append(append)).await,
            Backend::Postgres(postgres) => in_time(postgres.limit, postgres.append(&append)).await,
        }
    }
}

impl Append {
    /// Cuts its moments to what the databases keep, so that the answer equals what is read later.
    fn cut(mut self) -> Self {
        self.now = cut(self.now);
        self.occurred_at = self.occurred_at.map(cut);
        self
    }

    /// PostgreSQL refuses U+0000 in a text, and SQLite would cut the text there.
    fn holds_nul(&self) -> bool {
        let texts = [&self.event_id, &self.note, &self.staff_note];
        texts.into_iter().flatten().chain([&self.key_name]).any(|text| text.contains('\0'))
    }

    /// Judges it against the order as it stands.
    pub(crate) fn judge(&self, kept: &Kept, event_known: bool) -> Result<Decision, AppendError> {
        if !kept.is_in_reach(self.reach.as_deref()) {
            return Err(AppendError::Foreign);
        }
        Ok(decide(&kept.standing, &self.press, event_known, self.now, self.ttl)?)
    }

    /// The event that it becomes, of an order that had this place in a batch until then.
    pub(crate) fn event(&self, applied: &Applied, travel: Option<&Travel>) -> Event {
        Event {
            seq: applied.seq,
            status: applied.status,
            at: self.occurred_at.unwrap_or(self.now),
            recorded_at: self.now,
            source: self.source,
            key_name: self.key_name.clone(),
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
pub(crate) struct Kept {
    pub(crate) restaurant_id: RestaurantId,
    pub(crate) standing: Standing,
    /// The car of its last assignment.
    pub(crate) car: Option<CarId>,
    pub(crate) estimate: Option<Estimate>,
    pub(crate) expires_at: Timestamp,
}

impl Kept {
    /// Whether a key that reaches these restaurants reaches it; none: all of them.
    pub(crate) fn is_in_reach(&self, reach: Option<&[RestaurantId]>) -> bool {
        reach.is_none_or(|reach| reach.contains(&self.restaurant_id))
    }

    /// Whether the other stops of its batch change when it takes a status: one is done, or is not any
    /// more, or leaves.
    pub(crate) fn concerns_others(&self, status: Status) -> bool {
        self.standing.travel.is_some() && is_done(self.standing.status) != is_done(status)
    }

    /// The state after an accepted press.
    pub(crate) fn apply(&mut self, applied: &Applied) {
        self.standing.status = applied.status;
        self.standing.seq = applied.seq;
        self.standing.rev = applied.rev;
        self.standing.over_at = applied.over_at;
        self.standing.travel = applied.travel.clone();
        self.estimate = applied.estimate;
        self.expires_at = applied.expires_at;
    }

    /// This state as a change without a status.
    pub(crate) fn change(&self, order: OrderId) -> Changed {
        Changed {
            order,
            restaurant_id: self.restaurant_id,
            status: self.standing.status,
            seq: self.standing.seq,
            rev: self.standing.rev,
            estimate: self.estimate,
            travel: self.standing.travel.clone(),
        }
    }

    /// The answer from this state.
    pub(crate) fn answer(&self, order: OrderId, applied: Option<Event>) -> Appended {
        Appended {
            order,
            restaurant_id: self.restaurant_id,
            seq: self.standing.seq,
            rev: self.standing.rev,
            status: self.standing.status,
            applied,
            estimate: self.estimate,
            travel: self.standing.travel.clone(),
            over_at: self.standing.over_at,
            expires_at: self.expires_at,
            changed: Vec::new(),
        }
    }
}
