//! Reported statuses.

use std::sync::Arc;

use domain::{
    Reporter,
    ids::{OrderId, Seq},
    order::{Status, StatusReport},
};
use jiff::Timestamp;
use store::{Append, AppendError, Appended};
use tokio::time::Instant;

use crate::{Orders, node::observe};

/// A reported status.
#[derive(Debug, Clone)]
pub struct ReportedStatus {
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
    /// Minutes until it is there, where the kitchen says them anew.
    pub minutes: Option<u32>,
    /// The last status from which it may be reported, where that is earlier than the rules say.
    pub last_from: Option<Status>,
    /// When the call was read: where its first hop begins.
    pub accepted: Instant,
}

impl Orders {
    /// Commits a status and announces it.
    ///
    /// # Errors
    /// [`AppendError`] where nothing was committed.
    pub async fn report(&self, by: &Reporter, order: OrderId, report: ReportedStatus) -> Result<Appended, AppendError> {
        let mut reported = self.report_all(by, vec![(order, report)]).await;
        reported.pop().expect("each report has its answer")
    }

    /// Commits statuses, with as few commits as can be, and announces them: each stands or fails by itself, those of one order
    /// in the order given. What became of each stands in that order, too.
    pub async fn report_all(
        &self,
        by: &Reporter,
        reports: Vec<(OrderId, ReportedStatus)>,
    ) -> Vec<Result<Appended, AppendError>> {
        let accepted: Vec<Instant> = reports.iter().map(|(_, report)| report.accepted).collect();
        let count = accepted.len();
        let appends: Vec<Append> = reports.into_iter().map(|(order, report)| self.append(by, order, report)).collect();
        let (parts, announcer, cars) = (Arc::clone(&self.parts), self.announcer.clone(), Arc::clone(&self.cars));
        let cancellations = Arc::clone(&self.cancellations);
        let (store, commits) = (parts.deps.store.clone(), parts.deps.commits.clone());
        let commit = async move {
            let started = Instant::now();
            Ok::<_, AppendError>((store.orders().append_all(appends).await, started, Instant::now()))
        };
        let announce = move |(appended, started, committed): (Vec<_>, Instant, Instant)| async move {
            parts.metrics.commit_seconds.observe((committed - started).as_secs_f64());
            for (appended, accepted) in appended.iter().zip(accepted) {
                let Ok(appended) = appended else { continue };
                cars.forget_of(appended);
                announcer.appended(appended);
                if appended.applied.is_some() {
                    observe(&parts.metrics.hops.status, accepted, committed);
                }
            }
            let over: Vec<OrderId> = appended.iter().filter_map(cancelled).collect();
            if let Some(cancellations) = cancellations.get() {
                for order in over {
                    cancellations.cancelled(order).await;
                }
            }
            (appended, started, committed)
        };
        match commits.run(commit, announce).await {
            Ok((appended, ..)) => appended,
            Err(error) => vec![Err(error); count],
        }
    }

    fn append(&self, by: &Reporter, order: OrderId, report: ReportedStatus) -> Append {
        Append {
            order,
            report: StatusReport {
                status: report.status,
                if_seq: report.if_seq,
                minutes: report.minutes,
                last_from: report.last_from,
            },
            event_id: report.event_id,
            occurred_at: report.occurred_at,
            note: report.note,
            staff_note: report.staff_note,
            source: by.source,
            actor: by.actor.clone(),
            reach: by.reach.clone(),
            now: self.parts.deps.clock.now(),
            ttl: self.parts.limits.tracking_ttl,
        }
    }
}

/// The order that was cancelled by what was appended.
fn cancelled(appended: &Result<Appended, AppendError>) -> Option<OrderId> {
    let appended = appended.as_ref().ok()?;
    appended.applied.as_ref().filter(|event| event.status == Status::Cancelled).map(|_| appended.order)
}
