//! The work of a node on the outbox.

use std::{sync::Arc, time::Duration};

use deps::{Chance, Deps, SharedClock};
use domain::error::chain;
use futures_util::{StreamExt, future::join_all, stream::FuturesUnordered};
use jiff::SignedDuration;
use store::{LeasedMessage, Store, StoreError, TakeMessages};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{
    backoff::pause_after,
    delivery::{OutboxDelivery, Undelivered},
    figures::OutboxFigures,
};

/// How often a node looks for messages of other nodes, and for those that come due.
const PERIOD: Duration = Duration::from_secs(1);
/// How often it looks how the outbox stands.
const FIGURES_PERIOD: Duration = Duration::from_secs(10);
/// Messages that are tried beside each other, whatever their kinds: half of the 16 calls to the outside that a node
/// makes at once (docs/spec/ordering.md, "Outside calls"). The other half is the sweep's of payments.
pub const AT_ONCE: usize = 8;
/// How long a try may take.
const TRY_LIMIT: Duration = Duration::from_secs(30);
/// For how long nobody else tries what was taken: twice as long as a try takes.
const LEASE: SignedDuration = SignedDuration::from_mins(1);

/// Tells what stands in the outbox. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Outbox(Arc<OutboxInner>);

struct OutboxInner {
    store: Store,
    clock: SharedClock,
    chance: Chance,
    lanes: Vec<OutboxLane>,
    /// Messages of one kind that are tried beside each other: each kind has its own part of [`AT_ONCE`].
    of_a_kind: usize,
    figures: OutboxFigures,
}

/// Messages of one kind, which wait for none of another.
struct OutboxLane {
    delivery: Arc<dyn OutboxDelivery>,
    woken: Notify,
}

impl Outbox {
    /// With a delivery for each kind that this node tells, [`AT_ONCE`] of them at most. Other kinds wait for nodes that know
    /// them.
    ///
    /// # Panics
    /// Where there are more kinds.
    #[must_use]
    pub fn new(deps: &Deps, deliveries: Vec<Arc<dyn OutboxDelivery>>, figures: OutboxFigures) -> Self {
        let Deps { store, clock, chance, .. } = deps.clone();
        let of_a_kind = AT_ONCE / deliveries.len().max(1);
        assert!(of_a_kind > 0, "a kind of messages without a part of the calls is never told");
        let lanes = deliveries.into_iter().map(|delivery| OutboxLane { delivery, woken: Notify::new() }).collect();
        Self(Arc::new(OutboxInner { store, clock, chance, lanes, of_a_kind, figures }))
    }

    /// Says that a message was committed here, which so is told at once.
    pub fn wake(&self) {
        self.0.lanes.iter().for_each(|lane| lane.woken.notify_one());
    }

    /// Runs until it is told to stop; what was begun is ended first.
    pub async fn run(self, stop: CancellationToken) {
        let lanes = join_all(self.0.lanes.iter().map(|lane| self.run_lane(lane, &stop)));
        tokio::join!(lanes, self.show_figures(&stop));
    }

    /// Tells messages of one kind, a new one whenever another is told, until it is told to stop.
    async fn run_lane(&self, lane: &OutboxLane, stop: &CancellationToken) {
        let (mut telling, mut looks) = (FuturesUnordered::new(), tokio::time::interval(PERIOD));
        let mut may_be_more = true;
        loop {
            let room = self.0.of_a_kind - telling.len();
            if may_be_more && room > 0 && !stop.is_cancelled() {
                let taken = logged(self.take(lane, room).await).unwrap_or_default();
                may_be_more = taken.len() == room;
                telling.extend(taken.into_iter().map(|message| self.tell(lane, message)));
            }
            if stop.is_cancelled() && telling.is_empty() {
                return;
            }
            tokio::select! {
                Some(noted) = telling.next() => drop(logged(noted)),
                () = lane.woken.notified() => may_be_more = true,
                _ = looks.tick() => may_be_more = true,
                () = stop.cancelled(), if !stop.is_cancelled() => {}
            }
        }
    }

    /// Tells what is due, up to so many messages of each kind as are tried at once. Gives whether there may be more.
    ///
    /// # Errors
    /// Where the database does not answer; what was told then is told again.
    pub async fn tell_due(&self) -> Result<bool, StoreError> {
        let rounds = self.0.lanes.iter().map(|lane| async move {
            let taken = self.take(lane, self.0.of_a_kind).await?;
            let is_full = taken.len() == self.0.of_a_kind;
            let told = join_all(taken.into_iter().map(|message| self.tell(lane, message))).await;
            told.into_iter().collect::<Result<(), _>>().map(|()| is_full)
        });
        let rounds: Result<Vec<bool>, StoreError> = join_all(rounds).await.into_iter().collect();
        Ok(rounds?.contains(&true))
    }

    /// Takes messages of a lane that are due.
    async fn take(&self, lane: &OutboxLane, most: usize) -> Result<Vec<LeasedMessage>, StoreError> {
        let OutboxInner { store, clock, chance, .. } = &*self.0;
        let (now, most) = (clock.now(), u32::try_from(most).unwrap_or(u32::MAX));
        let until = now.saturating_add(LEASE).unwrap_or(now);
        store
            .outbox()
            .take(TakeMessages { kinds: &[lane.delivery.kind()], most, lease: chance.bytes(), until, now })
            .await
    }

    /// Shows how the outbox stands, now and then.
    async fn show_figures(&self, stop: &CancellationToken) {
        loop {
            self.look().await;
            tokio::select! {
                () = tokio::time::sleep(FIGURES_PERIOD) => {}
                () = stop.cancelled() => return,
            }
        }
    }

    /// Sees how the outbox stands, for the figures.
    async fn look(&self) {
        let OutboxInner { store, clock, figures, .. } = &*self.0;
        let now = clock.now();
        match store.outbox().state(now).await {
            Ok(state) => figures.set(&state, now),
            Err(error) => tracing::warn!(error = %chain(&error), "the outbox could not be counted"),
        }
    }

    /// Tries a message, and notes how that went.
    async fn tell(&self, lane: &OutboxLane, message: LeasedMessage) -> Result<(), StoreError> {
        let OutboxInner { store, clock, chance, figures, .. } = &*self.0;
        let delivery = &lane.delivery;
        let tried = tokio::time::timeout(TRY_LIMIT, delivery.deliver(&message)).await;
        let outcome = tried.unwrap_or_else(|_| Err(Undelivered::later(TookTooLong)));
        figures.count(delivery.kind(), outcome.is_ok());
        let (id, kind, attempts) = (message.id, delivery.kind(), message.attempts);
        let is_noted = match outcome {
            Ok(()) => store.outbox().told(&message).await?,
            Err(Undelivered::Later(cause)) => {
                let pause = pause_after(attempts, chance);
                tracing::warn!(id, kind, attempts, error = %chain(&*cause), "a message was not told; again after a pause");
                let again = clock.now().saturating_add(pause).unwrap_or(clock.now());
                store.outbox().try_again(&message, again).await?
            }
            Err(Undelivered::Never(cause)) => {
                tracing::error!(id, kind, attempts, error = %chain(&*cause), "a message cannot be told, and is given up");
                store.outbox().give_up(&message, clock.now()).await?
            }
        };
        if !is_noted {
            tracing::warn!(id, kind, "a message's lease was over, or its end was written twice; it may be told twice");
        }
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
#[error("it took too long")]
struct TookTooLong;

/// What came of a call of the database; that it failed is logged.
fn logged<T>(outcome: Result<T, StoreError>) -> Option<T> {
    outcome.inspect_err(|error| tracing::warn!(error = %chain(error), "the outbox could not be read or written")).ok()
}
