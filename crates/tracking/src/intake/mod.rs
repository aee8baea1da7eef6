//! Intake: where orders, statuses, batches and positions come in, are committed, and only then
//! announced.
//!
//! A caller may hang up at any moment, and axum drops its handler then. So the work from append to
//! announcement runs in a task that intake owns; the handler merely awaits the answer.

mod announce;
mod batches;
mod cars;
mod positions;

use std::sync::Arc;

use domain::{
    error::Code,
    ids::{OrderId, RestaurantId, Rev, Seq},
    order::{Press, Status},
};
use jiff::Timestamp;
use providers::Router as Drives;
use server::ApiError;
use store::{Append, AppendError, Appended, FeedbackError, FeedbackSet, NewFeedback, NewOrder, Registered, StoreError};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use crate::{
    bus::{Announcement, RowNews},
    dispatch_key::DispatchKey,
    hub::Hub,
    metrics::Way,
};
use announce::{announce_appended, announce_row, publish};
pub use batches::{NewBatch, batch_error};
use cars::Cars;
pub use positions::{AtOnce, PositionsError, PositionsTaken};

/// Takes in what kitchens, dispatchers, cars and customers report.
#[derive(Clone)]
pub struct Intake {
    hub: Hub,
    cars: Arc<Cars>,
    tasks: TaskTracker,
}

/// A reported status.
#[derive(Debug, Clone)]
pub struct Report {
    /// The status.
    pub status: Status,
    /// The reporter's own name for the event.
    pub event_id: Option<String>,
    /// Apply only where the order stands at this number.
    pub if_seq: Option<Seq>,
    /// When it happened.
    pub occurred_at: Option<Timestamp>,
    /// A word to the customer.
    pub note: Option<String>,
    /// A word to colleagues.
    pub staff_note: Option<String>,
    /// When the call was read: where its first hop begins.
    pub accepted: Instant,
}

impl Intake {
    /// The intake that feeds a hub; `drives` tells how long a car needs to a door.
    #[must_use]
    pub fn new(hub: Hub, drives: Arc<Drives>) -> Self {
        let cars = Arc::new(Cars::new(hub.clone(), drives));
        let tasks = TaskTracker::new();
        tasks.spawn(Arc::clone(&cars).run_silence());
        tasks.spawn(Arc::clone(&cars).run_reading());
        tasks.spawn(Arc::clone(&cars).run_looking(tasks.clone()));
        Self { hub, cars, tasks }
    }

    /// Commits a status and announces it.
    ///
    /// # Errors
    /// [`AppendError`] where nothing was committed.
    pub async fn report(&self, key: &DispatchKey, order: OrderId, report: Report) -> Result<Appended, AppendError> {
        let mut reported = self.report_all(key, vec![(order, report)]).await;
        reported.pop().unwrap_or_else(|| Err(AppendError::Store(cut_short())))
    }

    /// Commits statuses, with as few commits as can be, and announces them: each stands or fails by itself, those of
    /// one order in the order given. What became of each stands in that order, too.
    pub async fn report_all(
        &self,
        key: &DispatchKey,
        reports: Vec<(OrderId, Report)>,
    ) -> Vec<Result<Appended, AppendError>> {
        let accepted: Vec<Instant> = reports.iter().map(|(_, report)| report.accepted).collect();
        let count = accepted.len();
        let appends: Vec<Append> = reports.into_iter().map(|(order, report)| self.append(key, order, report)).collect();
        let (hub, cars) = (self.hub.clone(), Arc::clone(&self.cars));
        let done = self.own(async move {
            let started = Instant::now();
            let appended = hub.parts().store.append_all(appends).await;
            let committed = Instant::now();
            hub.metrics().commit_seconds.observe((committed - started).as_secs_f64());
            for (appended, accepted) in appended.iter().zip(accepted) {
                let Ok(appended) = appended else { continue };
                cars.forget_of(appended);
                announce_appended(&hub, appended);
                if appended.applied.is_some() {
                    observe(&hub.metrics().hops.status, accepted, committed);
                }
            }
            appended
        });
        done.await.unwrap_or_else(|| vec![Err(AppendError::Store(cut_short())); count])
    }

    fn append(&self, key: &DispatchKey, order: OrderId, report: Report) -> Append {
        let parts = self.hub.parts();
        Append {
            order,
            press: Press { status: report.status, if_seq: report.if_seq },
            event_id: report.event_id,
            occurred_at: report.occurred_at,
            note: report.note,
            staff_note: report.staff_note,
            source: key.source,
            actor: key.actor(),
            reach: key.reach.clone(),
            now: parts.clock.now(),
            ttl: parts.limits.tracking_ttl,
        }
    }

    /// Commits a registration, and lets the restaurant know.
    ///
    /// # Errors
    /// [`StoreError`] where nothing was committed.
    pub async fn register(&self, order: NewOrder) -> Result<Registered, StoreError> {
        let hub = self.hub.clone();
        self.own(async move {
            let registered = hub.parts().store.register(order).await?;
            if registered.created {
                hub.metrics().orders.inc();
                announce_row(&hub, RowNews::new(registered.order_id, registered.restaurant_id, Rev(0)));
            }
            Ok(registered)
        })
        .await
        .unwrap_or_else(|| Err(cut_short()))
    }

    /// Commits feedback, and lets the order's watchers know that there is a new state.
    ///
    /// # Errors
    /// [`FeedbackError`] where nothing was committed.
    pub async fn give_feedback(
        &self,
        order: OrderId,
        restaurant: RestaurantId,
        seq: Seq,
        feedback: NewFeedback,
    ) -> Result<FeedbackSet, FeedbackError> {
        let hub = self.hub.clone();
        self.own(async move {
            let set = hub.parts().store.set_feedback(order, feedback).await?;
            publish(&hub, Announcement::change(order, restaurant, seq, set.rev, None));
            Ok(set)
        })
        .await
        .unwrap_or_else(|| Err(FeedbackError::Store(cut_short())))
    }

    /// Waits until all that was taken in has been committed and announced.
    pub async fn finish(&self) {
        self.cars.stop();
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Runs work to its end, whatever becomes of the caller; none if the runtime ends before it does.
    async fn own<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> Option<T> {
        self.tasks.spawn(work).await.ok()
    }
}

/// Notes the hops of news that were committed and are published now.
fn observe(way: &Way, accepted: Instant, committed: Instant) {
    way.commit.observe(committed - accepted);
    way.publish.observe(committed.elapsed());
}

fn cut_short() -> StoreError {
    StoreError::Unavailable(Arc::new(CutShort))
}

#[derive(Debug, thiserror::Error)]
#[error("the node stopped before the answer came")]
struct CutShort;

/// What a refused report is answered with.
#[must_use]
pub fn report_error(error: AppendError) -> ApiError {
    use domain::order::Refusal;
    match error {
        AppendError::NotFound => ApiError::new(Code::OrderNotFound),
        AppendError::Foreign => ApiError::new(Code::Forbidden),
        AppendError::Refused(Refusal::Moved { seq, status }) => {
            ApiError::new(Code::StatusMoved).with("seq", seq.0).with("status", status.number())
        }
        AppendError::Refused(Refusal::Transition { from, to }) => {
            ApiError::new(Code::StatusTransition).with("from", from.number()).with("to", to.number())
        }
        AppendError::Store(error) => crate::routes::store_error(error),
    }
}
