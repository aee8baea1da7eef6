//! The work of a node on the outbox.

use std::{sync::Arc, time::Duration};

use deps::{Chance, Deps, SharedClock};
use domain::error::chain;
use futures_util::{StreamExt, stream};
use jiff::SignedDuration;
use store::{LeasedMessage, Store, StoreError, TakeMessages};
use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    backoff::pause_after,
    delivery::{Delivery, Undelivered},
    figures::OutboxFigures,
};

/// How often a node looks for messages of other nodes, and for those that come due.
const PERIOD: Duration = Duration::from_secs(1);
/// How often it looks how the outbox stands.
const FIGURES_PERIOD: Duration = Duration::from_secs(10);
/// Messages that are taken at once, and tried beside each other.
const AT_ONCE: u32 = 16;
/// How long a try may take.
const TRY_LIMIT: Duration = Duration::from_secs(30);
/// For how long nobody else tries what was taken: twice as long as a try takes.
const LEASE: SignedDuration = SignedDuration::from_mins(1);

/// Tells what stands in the outbox. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Outbox(Arc<Inner>);

struct Inner {
    store: Store,
    clock: SharedClock,
    chance: Chance,
    deliveries: Vec<Arc<dyn Delivery>>,
    kinds: Vec<&'static str>,
    figures: OutboxFigures,
    woken: Notify,
}

impl Outbox {
    /// With a delivery for each kind that this node tells. Other kinds wait for nodes that know them.
    #[must_use]
    pub fn new(deps: &Deps, deliveries: Vec<Arc<dyn Delivery>>, figures: OutboxFigures) -> Self {
        let Deps { store, clock, chance, .. } = deps.clone();
        let kinds = deliveries.iter().map(|delivery| delivery.kind()).collect();
        Self(Arc::new(Inner { store, clock, chance, deliveries, kinds, figures, woken: Notify::new() }))
    }

    /// Says that a message was committed here, which so is told at once.
    pub fn wake(&self) {
        self.0.woken.notify_one();
    }

    /// Runs until it is told to stop; what was begun is ended first.
    pub async fn run(self, stop: CancellationToken) {
        let mut figures_due = Instant::now();
        loop {
            if figures_due <= Instant::now() {
                figures_due = Instant::now() + FIGURES_PERIOD;
                self.look().await;
            }
            let is_more = self.tell_due().await.unwrap_or_else(|error| {
                tracing::warn!(error = %chain(&error), "the outbox could not be read");
                false
            });
            if stop.is_cancelled() {
                return;
            }
            if !is_more {
                tokio::select! {
                    () = self.0.woken.notified() => {}
                    () = tokio::time::sleep(PERIOD) => {}
                    () = stop.cancelled() => return,
                }
            }
        }
    }

    /// Tells what is due, up to so many messages as are tried at once. Gives whether there may be more.
    ///
    /// # Errors
    /// Where the database does not answer; what was told then is told again.
    pub async fn tell_due(&self) -> Result<bool, StoreError> {
        let Inner { store, clock, chance, kinds, .. } = &*self.0;
        if kinds.is_empty() {
            return Ok(false);
        }
        let now = clock.now();
        let until = now.saturating_add(LEASE).unwrap_or(now);
        let take = TakeMessages { kinds, most: AT_ONCE, lease: chance.bytes(), until, now };
        let taken = store.take_messages(take).await?;
        let is_full = taken.len() == AT_ONCE as usize;
        let mut told = stream::iter(taken).map(|message| self.tell(message)).buffer_unordered(AT_ONCE as usize);
        while let Some(noted) = told.next().await {
            noted?;
        }
        Ok(is_full)
    }

    /// Sees how the outbox stands, for the figures.
    async fn look(&self) {
        let Inner { store, clock, figures, .. } = &*self.0;
        let now = clock.now();
        match store.outbox_state(now).await {
            Ok(state) => figures.set(&state, now),
            Err(error) => tracing::warn!(error = %chain(&error), "the outbox could not be counted"),
        }
    }

    /// Tries a message, and notes how that went.
    async fn tell(&self, message: LeasedMessage) -> Result<(), StoreError> {
        let Inner { store, clock, chance, deliveries, figures, .. } = &*self.0;
        let delivery = deliveries.iter().find(|delivery| delivery.kind() == message.kind);
        let Some(delivery) = delivery else { return Ok(()) };
        let tried = tokio::time::timeout(TRY_LIMIT, delivery.deliver(&message)).await;
        let outcome = tried.unwrap_or_else(|_| Err(Undelivered::later(TookTooLong)));
        figures.count(delivery.kind(), outcome.is_ok());
        let (id, kind, attempts) = (message.id, delivery.kind(), message.attempts);
        let is_noted = match outcome {
            Ok(()) => store.message_told(&message).await?,
            Err(Undelivered::Later(cause)) => {
                let pause = pause_after(attempts, chance);
                tracing::warn!(id, kind, attempts, error = %chain(&*cause), "a message was not told; again after a pause");
                let again = clock.now().saturating_add(pause).unwrap_or(clock.now());
                store.try_message_again(&message, again).await?
            }
            Err(Undelivered::Never(cause)) => {
                tracing::error!(id, kind, attempts, error = %chain(&*cause), "a message cannot be told, and is given up");
                store.give_message_up(&message, clock.now()).await?
            }
        };
        if !is_noted {
            tracing::warn!(id, kind, "a message took longer than its lease; it may be told twice");
        }
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
#[error("it took too long")]
struct TookTooLong;
