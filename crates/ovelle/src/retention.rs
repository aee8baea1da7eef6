//! The hourly job: what is known of people for too long goes, and so do sessions that have ended and answers that are
//! kept no longer.
//!
//! Each node does it, at an hour of its own; two that meet pass each other's orders over.

use std::time::Duration;

use customers::Customers;
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

/// For how long it is known who looked for which customers (docs/spec/people.md, "Retention").
const KEEPS_SEARCHES: SignedDuration = SignedDuration::from_hours(365 * 24);

/// The job.
#[derive(Clone)]
pub(crate) struct Retention {
    store: Store,
    clock: SharedClock,
    chance: Chance,
    keep: SignedDuration,
    accounts: AccountRetention,
}

/// What is kept of accounts.
#[derive(Clone)]
pub(crate) struct AccountRetention {
    pub(crate) customers: Customers,
    /// How long one is kept that nobody uses.
    pub(crate) keep: SignedDuration,
}

/// For how long what somebody agreed to before is kept (docs/spec/people.md, "Retention").
const PAST_CONSENTS: SignedDuration = SignedDuration::from_hours(365 * 24);

impl Retention {
    /// Keeps what is known of people for so long after the end of their order.
    pub(crate) fn new(deps: &Deps, keep: SignedDuration, accounts: AccountRetention) -> Self {
        Self { store: deps.store.clone(), clock: deps.clock.clone(), chance: deps.chance.clone(), keep, accounts }
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
        let store = &self.store;
        let ago = |length: SignedDuration| now.checked_sub(length).unwrap_or(Timestamp::MIN);
        store.staff().sweep_sessions(now).await?;
        by_chunks(|| store.sessions().sweep_customers(now)).await?;
        by_chunks(|| store.customers().sweep_tokens(now)).await?;
        by_chunks(|| store.customers().sweep_provider_tokens(now)).await?;
        by_chunks(|| store.spent_tokens().sweep(now)).await?;
        by_chunks(|| store.customers().sweep_searches(ago(KEEPS_SEARCHES))).await?;
        by_chunks(|| store.idempotency_keys().sweep(now)).await?;
        by_chunks(|| store.rate_logs().sweep(now)).await?;
        by_chunks(|| store.customers().sweep_consents(ago(PAST_CONSENTS))).await?;
        let accounts = self.accounts.customers.forget_unused(self.accounts.keep).await?;
        if accounts > 0 {
            tracing::info!(accounts, "accounts that nobody uses were erased");
        }
        if let Err(error) = self.accounts.customers.post.sweep().await {
            tracing::warn!(error = %domain::error::chain(&error), "old mails stay in their folder; in an hour again");
        }
        let before = ago(self.keep);
        by_chunks(|| store.outbox().forget(before)).await?;
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

/// Lets something be taken away in chunks, until nothing is left of it.
async fn by_chunks<F>(sweep: impl Fn() -> F) -> Result<(), StoreError>
where
    F: Future<Output = Result<u64, StoreError>>,
{
    while sweep().await? > 0 {
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
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
