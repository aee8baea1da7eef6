//! Intake: where statuses and orders come in, are committed, and only then announced.
//!
//! A caller may hang up at any moment, and axum drops its handler then. So the work from append to
//! announcement runs in a task that intake owns; the handler merely awaits the answer.

use std::sync::Arc;

use domain::{
    error::Code,
    ids::{OrderId, RestaurantId, Seq},
    order::{Press, Status},
};
use http::ApiError;
use jiff::Timestamp;
use store::{Append, AppendError, Appended, FeedbackError, FeedbackSet, NewFeedback, NewOrder, Registered, StoreError};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use crate::{
    bus::{Announcement, Message, RowNews, Topic},
    dispatch_key::DispatchKey,
    hub::{Hub, view::end_of},
    protocol::StatusFrame,
};

/// Takes in what kitchens, dispatchers and customers report.
#[derive(Clone)]
pub struct Intake {
    hub: Hub,
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
}

impl Intake {
    /// The intake that feeds a hub.
    #[must_use]
    pub fn new(hub: Hub) -> Self {
        Self { hub, tasks: TaskTracker::new() }
    }

    /// Commits a status and announces it.
    ///
    /// # Errors
    /// [`AppendError`] where nothing was committed.
    pub async fn report(&self, key: &DispatchKey, order: OrderId, report: Report) -> Result<Appended, AppendError> {
        let parts = self.hub.parts();
        let append = Append {
            order,
            press: Press { status: report.status, if_seq: report.if_seq },
            event_id: report.event_id,
            occurred_at: report.occurred_at,
            note: report.note,
            staff_note: report.staff_note,
            source: key.source,
            key_name: key.name.to_string(),
            reach: key.reach.clone(),
            now: parts.clock.now(),
            ttl: parts.limits.tracking_ttl,
        };
        let hub = self.hub.clone();
        self.own(async move {
            let started = Instant::now();
            let appended = hub.parts().store.append(append).await?;
            hub.metrics().commit_seconds.observe(started.elapsed().as_secs_f64());
            announce_status(&hub, &appended);
            Ok(appended)
        })
        .await
        .unwrap_or_else(|| Err(AppendError::Store(cut_short())))
    }

    /// Commits a registration. Watchers of the order cannot exist yet, so nothing is announced.
    ///
    /// # Errors
    /// [`StoreError`] where nothing was committed.
    pub async fn register(&self, order: NewOrder) -> Result<Registered, StoreError> {
        let hub = self.hub.clone();
        self.own(async move {
            let registered = hub.parts().store.register(order).await?;
            if registered.created {
                hub.metrics().orders.inc();
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
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Runs work to its end, whatever becomes of the caller; none if the runtime ends before it does.
    async fn own<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> Option<T> {
        self.tasks.spawn(work).await.ok()
    }
}

fn announce_status(hub: &Hub, appended: &Appended) {
    let Some(event) = &appended.applied else { return };
    hub.metrics().statuses.inc();
    let frame = StatusFrame::new(appended.order, event, appended.rev, appended.estimate.map(Into::into));
    let end = end_of(event.status);
    publish(hub, Announcement::status(appended.order, appended.restaurant_id, frame, end));
}

/// To this node's lines at once, and to the other nodes beside it.
fn publish(hub: &Hub, news: Announcement) {
    let row = RowNews::new(news.order(), news.restaurant(), news.rev());
    hub.announce(&news);
    let bus = &hub.parts().bus;
    bus.publish(&Topic::Order(row.order()), &Message::Order(news));
    bus.publish(&Topic::Restaurant(row.restaurant()), &Message::Row(row));
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
