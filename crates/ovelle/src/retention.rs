//! The hourly job: what is known of people for too long goes, and so do sessions that have ended and answers that are
//! kept no longer.
//!
//! Each node does it, at an hour of its own; two that meet pass each other's orders over.

use std::time::Duration;

use deps::{Chance, Deps, SharedClock};
use jiff::{SignedDuration, Timestamp};
use store::{Store, StoreError};
use tokio_util::sync::CancellationToken;

/// How often.
const PERIOD: Duration = Duration::from_secs(3600);
/// The longest that a node waits with its first round, which is at random so that nodes part.
const FIRST_WITHIN_SECONDS: u64 = 600;
/// How long those who write may go first between two chunks.
const PAUSE: Duration = Duration::from_millis(50);
/// How long one round may take; what is left waits for the next.
const TIME_LIMIT: Duration = Duration::from_secs(1200);

/// The job.
#[derive(Clone)]
pub(crate) struct Retention {
    store: Store,
    clock: SharedClock,
    chance: Chance,
    keep: SignedDuration,
}

impl Retention {
    /// Keeps what is known of people for so long after the end of their order.
    pub(crate) fn new(deps: &Deps, keep: SignedDuration) -> Self {
        Self { store: deps.store.clone(), clock: deps.clock.clone(), chance: deps.chance.clone(), keep }
    }

    /// Runs until it is told to stop.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut wait = Duration::from_secs(self.chance.below(FIRST_WITHIN_SECONDS));
        loop {
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = stop.cancelled() => return,
            }
            tokio::select! {
                round = tokio::time::timeout(TIME_LIMIT, self.forget()) => report(round),
                () = stop.cancelled() => return,
            }
            wait = PERIOD;
        }
    }

    /// One round; how many orders it was.
    pub(crate) async fn forget(&self) -> Result<usize, StoreError> {
        let now = self.clock.now();
        self.store.staff().sweep_sessions(now).await?;
        while self.store.idempotency_keys().sweep(now).await? > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        while self.store.rate_logs().sweep(now).await? > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        let before = now.checked_sub(self.keep).unwrap_or(Timestamp::MIN);
        self.store.outbox().forget(before).await?;
        let mut all = 0;
        loop {
            let chunk = self.store.forget_people(before, now).await?;
            let unpaid = self.store.forget_people_who_never_paid(before).await?;
            if chunk + unpaid == 0 {
                return Ok(all);
            }
            all += chunk + unpaid;
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn report(round: Result<Result<usize, StoreError>, tokio::time::error::Elapsed>) {
    match round {
        Ok(Ok(0)) => {}
        Ok(Ok(orders)) => tracing::info!(orders, "contact data of ended orders was taken away"),
        Ok(Err(error)) => {
            tracing::warn!(error = %domain::error::chain(&error), "contact data could not be taken away; in an hour again");
        }
        Err(_) => tracing::warn!("contact data was not taken away in time; in an hour on"),
    }
}
